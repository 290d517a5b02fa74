import { cleanLine } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import {
  type MarkLabel,
  markDelaySeconds,
  markLabels,
  markNoteCharacters,
} from "@greenroom/contract/room/room-record.ts";
import { useMutation } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { Popover } from "radix-ui";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { labeledIconClass } from "../call/call-controls.tsx";
import { useAltShortcut } from "../layout/room-layout.tsx";
import { formatElapsed, markLabelTexts } from "../record/record-text.tsx";

const tooltip =
  "Mark this moment for the record (Alt+M). The interviewee does not see it now; you both see it in the record afterwards.";
/** How long the confirmation shows, in milliseconds. */
const shownFor = 4_000;

/** The interviewer's button that marks a moment: the moment of the press, however slow the connection is. */
export function MarkMoment({ room }: { room: Room }) {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const [made, setMade] = useState<SavedMark | null>(null);
  /** What had the focus before the form opened. */
  const before = useRef<HTMLElement | null>(null);
  const open = useCallback(() => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setPressedAt((current) => current ?? Date.now());
  }, []);

  useAltShortcut("KeyM", open);

  useEffect(() => {
    if (made === null) return;
    const timer = setTimeout(() => setMade(null), shownFor);
    return () => clearTimeout(timer);
  }, [made]);

  return (
    <Popover.Root open={pressedAt !== null} onOpenChange={(isOpen) => (isOpen ? open() : setPressedAt(null))}>
      <span className="relative">
        <Popover.Trigger
          aria-label="Mark this moment"
          aria-keyshortcuts="Alt+M"
          title={tooltip}
          className={buttonClass({ variant: "quiet", className: labeledIconClass })}
        >
          <Bookmark aria-hidden="true" className="size-5" />
          <span>
            Mark{" "}
            <kbd className="ml-1 text-xs font-normal text-ink-3 max-lg:hidden pointer-coarse:hidden">
              Alt+M
            </kbd>
          </span>
        </Popover.Trigger>
        {/* Above the row of buttons, so that none of them moves while somebody presses it. */}
        <span
          role="status"
          className="absolute right-0 bottom-full mb-3 whitespace-nowrap rounded-full border border-dark-line bg-dark px-3 py-1 text-sm text-on-dark empty:hidden"
        >
          {made && `Marked ${formatElapsed(made.atSeconds)}: ${markLabelTexts[made.label]}.`}
        </span>
      </span>
      <Popover.Portal>
        <Popover.Content
          data-theme="dark"
          aria-label="Mark this moment"
          side="top"
          sideOffset={10}
          collisionPadding={12}
          // Escape first ends a letter that is being composed.
          onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Unless somebody works elsewhere already, the focus returns, also into the code.
            if (document.activeElement === document.body) before.current?.focus();
          }}
          className="z-40 w-[min(24rem,calc(100vw-1.5rem))] rounded-md border border-line bg-card p-4 text-ink shadow-high"
        >
          {pressedAt !== null && (
            <MarkForm
              bookingId={room.bookingId}
              pressedAt={pressedAt}
              onMade={(mark) => {
                setMade(mark);
                setPressedAt(null);
              }}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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
      return call("POST /api/rooms/:id/marks", {
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
