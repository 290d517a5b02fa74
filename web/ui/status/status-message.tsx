import clsx from "clsx";
import { type RefObject, useEffect, useRef } from "react";

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

export function StatusMessage({ message, tone, className }: StatusMessageProps) {
  const place = useRef<HTMLDivElement>(null);
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
