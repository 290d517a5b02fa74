import type { Room } from "@greenroom/contract/meetings.ts";
import { Bookmark } from "lucide-react";
import { Popover } from "radix-ui";
import { useEffect, useState } from "react";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { formatElapsed } from "../../interview-records/format-elapsed.ts";
import { markLabelTexts } from "../../interview-records/mark-labels.ts";
import { MarkForm, type SavedMark } from "./mark-form.tsx";

const tooltip =
  "Mark this moment for the record (Alt+M). The interviewee does not see it now; you both see it in the record afterwards.";
/** How long the confirmation shows, in milliseconds. */
const shownFor = 4_000;

/** The interviewer's button that marks a moment: the moment of the press, however slow the connection is. */
export function MarkMoment({ room }: { room: Room }) {
  const [pressedAt, setPressedAt] = useState<number | null>(null);
  const [made, setMade] = useState<SavedMark | null>(null);

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
    <Popover.Root
      open={pressedAt !== null}
      onOpenChange={(isOpen) => setPressedAt(isOpen ? Date.now() : null)}
    >
      <span className="relative">
        <Popover.Trigger
          aria-label="Mark this moment"
          aria-keyshortcuts="Alt+M"
          title={tooltip}
          className={buttonClass({ variant: "quiet", className: "max-lg:size-11 max-lg:!px-0" })}
        >
          <Bookmark aria-hidden="true" className="size-5" />
          <span className="max-lg:sr-only">
            Mark <kbd className="ml-1 text-xs font-normal text-ink-3">Alt+M</kbd>
          </span>
        </Popover.Trigger>
        {/* Above the row of buttons, so that none of them moves while somebody presses it. */}
        <span
          role="status"
          className="absolute right-0 bottom-full mb-3 whitespace-nowrap rounded-full border border-stage-line bg-stage px-3 py-1 text-sm text-on-stage empty:hidden"
        >
          {made && `Marked ${formatElapsed(made.atSeconds)}: ${markLabelTexts[made.label]}.`}
        </span>
      </span>
      <Popover.Portal>
        <Popover.Content
          data-theme="dark"
          side="top"
          sideOffset={10}
          collisionPadding={12}
          aria-label="Mark this moment"
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
