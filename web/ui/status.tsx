import clsx from "clsx";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/** live: on now · ready: all is well · wait: something is pending · off: over or idle · bad: failed. */
export type LightStatus = "live" | "ready" | "wait" | "off" | "bad";

const statusColors: Record<LightStatus, string> = {
  live: "text-accent",
  ready: "text-green",
  wait: "text-amber",
  off: "text-ink-3",
  bad: "text-red",
};

export interface StatusLightProps {
  status: LightStatus;
  /** The status in words, because color alone means nothing to many people. */
  children: ReactNode;
  className?: string | undefined;
}

/** A small dot whose color shows a status, with the status in words. Every status of the product looks like this. */
export function StatusLight({ status, children, className }: StatusLightProps) {
  return (
    <span className={clsx("inline-flex items-center gap-2.5 text-sm font-semibold", className)}>
      <StatusDot status={status} />
      <span>{children}</span>
    </span>
  );
}

/** The dot alone, next to text that is elsewhere. */
export function StatusDot({ status, className }: { status: LightStatus; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "status-dot inline-block size-2 shrink-0 rounded-full bg-current ring-3 ring-current/22",
        statusColors[status],
        status === "live" && "motion-safe:animate-pulse",
        className,
      )}
    />
  );
}

/** The signs with which messages begin, with and without the selector of their colored form. */
const signed = /^(?:✅|❌|⚠)/u;

/**
 * A message with a sign before it, unless it begins with one: while servers are replaced, an older one may still answer
 * with messages that have their sign.
 */
export function withSign(sign: "✅" | "❌", message: string): string {
  return signed.test(message) ? message : `${sign} ${message}`;
}

const tones = {
  good: "bg-green-tint border-green-line text-green",
  bad: "bg-red-tint border-red-line text-red",
  wait: "bg-accent-tint border-accent-line text-amber",
};
/** Done, failed, or neither: a hint, or something that waits. */
export type Tone = keyof typeof tones;

/** A message with its tone, for a state or a callback. */
export interface Notice {
  message: string;
  tone: Tone;
}

export interface StatusMessageProps {
  /** Shows nothing while null; keep the component mounted so that the next message is announced. */
  message: string | null;
  /** The color. The sign at the start of a sentence of the specification is only text. */
  tone: Tone;
  className?: string | undefined;
}

export function StatusMessage({ message: given, tone, className }: StatusMessageProps) {
  const place = useRef<HTMLDivElement>(null);
  const message = useNewest(given);
  useShowAtEnd(message, place);
  return (
    // When empty it must stay for screen readers without taking up space: a hidden one would not announce.
    <div
      ref={place}
      role={message && tone === "bad" ? "alert" : "status"}
      className="scroll-mb-4 empty:absolute"
    >
      {message && (
        <p
          // A new element for each message, so that a dialog can tell a new result from the one before.
          key={message}
          data-tone={tone}
          data-result={tone === "good" ? "" : undefined}
          tabIndex={tone === "good" ? -1 : undefined}
          className={clsx(
            "animate-rise whitespace-pre-line rounded-sm border px-4 py-3 text-base font-medium",
            tones[tone],
            className,
          )}
        >
          {message}
        </p>
      )}
    </div>
  );
}

const NewestContext = createContext<{ newestId: string | null; setNewest: (id: string) => void }>({
  newestId: null,
  setNewest: () => undefined,
});

/** Of all messages in here only the newest is shown: an error is no news beside what was done after it. */
export function NewestMessage({ children }: { children: ReactNode }) {
  const [newestId, setNewest] = useState<string | null>(null);
  return <NewestContext value={{ newestId, setNewest }}>{children}</NewestContext>;
}

/** The message, unless a newer one is shown elsewhere in the same `NewestMessage`. */
export function useNewest(message: string | null): string | null {
  const id = useId();
  const { newestId, setNewest } = useContext(NewestContext);
  useLayoutEffect(() => {
    if (message !== null) setNewest(id);
  }, [message, id, setNewest]);
  return newestId === null || newestId === id ? message : null;
}

/**
 * Scrolls to a message that appears at the end of the window: a result below the button that was pressed would be hidden
 * by the navigation bar of a phone, or be below the window. Messages elsewhere are not about what was just pressed.
 */
function useShowAtEnd(message: string | null, place: RefObject<HTMLDivElement | null>): void {
  const previous = useRef(message);
  useEffect(() => {
    if (previous.current === message) return;
    previous.current = message;
    if (message === null || place.current === null) return;
    const { top, height } = place.current.getBoundingClientRect();
    const isAtEnd = top > window.innerHeight / 2 && top < window.innerHeight + height;
    if (isAtEnd) place.current.scrollIntoView({ block: "nearest" });
  }, [message, place]);
}

/** `StatusMessage` for a notice, or for none yet. */
export function NoticeMessage({ notice, className }: { notice: Notice | null; className?: string }) {
  return (
    <StatusMessage
      message={notice?.message ?? null}
      tone={notice?.tone ?? "good"}
      {...(className === undefined ? {} : { className })}
    />
  );
}

/** A change that takes longer than this is explained; most are answered well before. */
const lateAfterMilliseconds = 5_000;

export const stillSendingMessage =
  "Still sending… This is taking longer than usual, perhaps because of a slow connection. Keep this page open.";

interface StillSendingProps {
  /** True while the change is on its way. Keep the component mounted, so that its message is announced. */
  pending: boolean;
  /** The progress of the upload. The wait begins again when it changes. */
  sent?: number;
  message?: string;
  className?: string | undefined;
}

/**
 * Says after five seconds that a change is still being sent. A lost one is sent again for up to 50 seconds, and a
 * spinner alone looks broken by then.
 */
export function StillSending({
  pending,
  sent = 0,
  message = stillSendingMessage,
  className,
}: StillSendingProps) {
  const [late, setLate] = useState<{ sent: number } | null>(null);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setLate({ sent }), lateAfterMilliseconds);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [pending, sent]);
  const isLate = pending && late?.sent === sent;
  const place = useRef<HTMLDivElement>(null);
  // A dialog may be longer than the screen, with this below its buttons.
  useEffect(() => {
    if (isLate) place.current?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, [isLate]);
  return (
    <div ref={place} className="contents">
      <StatusMessage message={isLate ? message : null} tone="wait" className={className} />
    </div>
  );
}

/** A spinner that screen readers skip: its container says what is in progress. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block size-[1.1em] animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none",
        className,
      )}
    />
  );
}
