import { cleanLine } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import {
  type MarkLabel,
  markDelaySeconds,
  markLabels,
  markMoment,
  markNoteCharacters,
} from "@greenroom/contract/room/room-record.ts";
import { useMutation } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { call, errorMessage } from "../../api/client.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { formatElapsed, markLabelTexts } from "../record/record-text.tsx";

const tooltip =
  "Mark this moment for the record (Alt+M). The interviewee does not see it now; you both see it in the record afterwards.";
/** How long the confirmation shows, in milliseconds. */
const shownFor = 4_000;

/** The interviewer's button that marks a moment: the moment of the press, however slow the connection is. */
export function MarkMoment({ room }: { room: Room }) {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const [made, setMade] = useState<SavedMark | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setPressedAt(null), []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Uses the key's position, because with Alt it types another letter on some keyboards, also in the
      // code.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyM") return;
      event.preventDefault();
      event.stopPropagation();
      setPressedAt((current) => current ?? Date.now());
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);

  useEffect(() => {
    if (made === null) return;
    const timer = setTimeout(() => setMade(null), shownFor);
    return () => clearTimeout(timer);
  }, [made]);

  return (
    <>
      <span className="relative">
        <button
          ref={opener}
          type="button"
          aria-label="Mark this moment"
          aria-keyshortcuts="Alt+M"
          aria-haspopup="dialog"
          aria-expanded={pressedAt !== null}
          title={tooltip}
          onClick={() => setPressedAt((current) => (current === null ? Date.now() : null))}
          className={buttonClass({ variant: "quiet", className: "max-lg:size-11 max-lg:!px-0" })}
        >
          <Bookmark aria-hidden="true" className="size-5" />
          <span className="max-lg:sr-only">
            Mark <kbd className="ml-1 text-xs font-normal text-ink-3">Alt+M</kbd>
          </span>
        </button>
        {/* Above the row of buttons, so that none of them moves while somebody presses it. */}
        <span
          role="status"
          className="absolute right-0 bottom-full mb-3 whitespace-nowrap rounded-full border border-dark-line bg-dark px-3 py-1 text-sm text-on-dark empty:hidden"
        >
          {made && `Marked ${formatElapsed(made.atSeconds)}: ${markLabelTexts[made.label]}.`}
        </span>
      </span>
      {pressedAt !== null && (
        <MarkPopover opener={opener} label="Mark this moment" onClose={close}>
          <MarkForm
            bookingId={room.bookingId}
            pressedAt={pressedAt}
            onMade={(mark) => {
              setMade(mark);
              close();
            }}
          />
        </MarkPopover>
      )}
    </>
  );
}

export interface SavedMark {
  label: MarkLabel;
  atSeconds: number;
}

const sentences = {
  failed: "This moment could not be marked. Please try again.",
  network: "Network error. The mark is not saved yet: press again.",
};

interface MarkFormProps {
  bookingId: string;
  /** When the button was pressed, by this page's clock in milliseconds. */
  pressedAt: number;
  onMade: (mark: SavedMark) => void;
}

/** An optional note, and the kind of the mark. Enter means "good". */
export function MarkForm({ bookingId, pressedAt, onMade }: MarkFormProps) {
  // Sending again after a failure uses the same id, so that it counts once.
  const [id] = useState(() => crypto.randomUUID());
  const [note, setNote] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: (label: MarkLabel) => {
      const secondsAgo = Math.min(markDelaySeconds, Math.max(0, (Date.now() - pressedAt) / 1000));
      return call(markMoment, {
        params: { id: bookingId },
        body: { id, label, note: cleanLine(note), secondsAgo },
      });
    },
    onSuccess: ({ atSeconds }, label) => onMade({ label, atSeconds }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate("good");
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label="A line about this moment"
        optional
        hint="The interviewee does not see it now. You both see it in the record afterwards."
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={markNoteCharacters}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {markLabels.map((label) => (
          <Button
            key={label}
            variant={label === "good" ? "primary" : "quiet"}
            size="sm"
            inactive={isPending}
            onClick={() => mutate(label)}
          >
            {markLabelTexts[label]}
          </Button>
        ))}
      </div>
      <StatusMessage message={error && errorMessage(error, sentences)} tone="bad" />
    </form>
  );
}

/** In pixels: from the button, and from the edges of the window. */
const gap = 10;
const margin = 12;

interface MarkPopoverProps {
  opener: RefObject<HTMLElement | null>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form above the button that opened it. A library's popover costs 12 kB that every interviewer would load with the
 * room, because it can be placed at any side of anything.
 */
export function MarkPopover({ opener, label, onClose, children }: MarkPopoverProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: margin, bottom: margin });

  // Cleaned up while the form is still in the document, so that the focus has not left it yet.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const form = panel.current;
    form?.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
    return () => {
      if (!form?.contains(document.activeElement)) return;
      const isElsewhere = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (isElsewhere ? before : opener.current)?.focus({ preventScroll: true });
    };
  }, [opener]);

  useLayoutEffect(() => {
    const update = () => {
      const button = opener.current?.getBoundingClientRect();
      // While a phone's keyboard is open, the row of buttons is hidden, and the form is at the lower edge.
      if (panel.current === null || button === undefined || button.width === 0)
        return setPlace({ left: margin, bottom: margin });
      const middle = button.left + button.width / 2 - panel.current.offsetWidth / 2;
      const last = window.innerWidth - margin - panel.current.offsetWidth;
      setPlace({
        left: Math.max(margin, Math.min(middle, last)),
        bottom: window.innerHeight - button.top + gap,
      });
    };
    update();
    window.addEventListener("resize", update);
    // Told when the row of buttons is hidden or shown again.
    const observer = new ResizeObserver(update);
    if (opener.current !== null) observer.observe(opener.current);
    return () => {
      window.removeEventListener("resize", update);
      observer.disconnect();
    };
  }, [opener]);

  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (!(target instanceof Node)) return;
      if (!panel.current?.contains(target) && !opener.current?.contains(target)) onClose();
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing) onClose();
    };
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [opener, onClose]);

  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      data-theme="dark"
      style={place}
      className="fixed z-40 w-[min(24rem,calc(100vw-1.5rem))] rounded-md border border-line bg-card p-4 text-ink shadow-high"
    >
      {children}
    </div>,
    document.body,
  );
}
