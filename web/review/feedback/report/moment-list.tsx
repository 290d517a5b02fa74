import { writeMoment } from "@greenroom/contract/review/rubrics/moments.ts";
import clsx from "clsx";
import type { RecordMoment } from "./moments.ts";

interface MomentListProps {
  moments: RecordMoment[];
  /** A moment that these contain is shown as added, without its text. */
  notes: string;
  onInsert: (moment: RecordMoment) => void;
}

/** Moments of the record as buttons, which add them to notes. */
export function MomentList({ moments, notes, onInsert }: MomentListProps) {
  return (
    <ul className="grid max-h-56 gap-1 overflow-y-auto lg:max-h-[45dvh] lg:[aside:has(#room-notes)_&]:max-h-[calc(40dvh-9rem)]">
      {moments.map((moment) => (
        <li key={moment.id}>
          <MomentButton
            moment={moment}
            isAdded={notes.includes(writeMoment(moment))}
            onClick={() => onInsert(moment)}
          />
        </li>
      ))}
    </ul>
  );
}

interface MomentButtonProps {
  moment: RecordMoment;
  isAdded: boolean;
  onClick: () => void;
}

/** A moment that is in the notes is read there, so that here its time is enough. */
function MomentButton({ moment: { time, source, text }, isAdded, onClick }: MomentButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(
        "grid min-h-11 w-full content-center gap-0.5 rounded-sm border border-line px-3 text-left text-sm hover:bg-sunk",
        isAdded ? "pointer-fine:min-h-8" : "py-2",
      )}
    >
      <span className="font-semibold text-green tabular">
        <span className="sr-only">Add </span>
        {time}
        {isAdded ? (
          <>
            <span className="sr-only">, {source}</span>
            <span className="font-normal text-ink-2"> · added</span>
          </>
        ) : (
          `, ${source}`
        )}
      </span>
      {!isAdded && text !== "" && <span className="line-clamp-2 break-words">{text}</span>}
    </button>
  );
}

/** Notes with a moment on a line of its own at their end. */
export function withMoment(notes: string, moment: RecordMoment): string {
  const before = notes.trimEnd();
  return `${before}${before === "" ? "" : "\n"}${writeMoment(moment)}`;
}
