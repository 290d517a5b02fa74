import type { Room } from "@greenroom/contract/room/room.ts";
import { Bookmark } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { formatElapsed, markLabelTexts } from "../record/record-text.ts";
import { MarkForm, type SavedMark } from "./mark-form.tsx";
import { MarkPopover } from "./mark-popover.tsx";

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
