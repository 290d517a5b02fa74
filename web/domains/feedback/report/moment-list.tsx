import { writeMoment } from "@greenroom/contract/rubrics/moments.ts";
import type { RecordMoment } from "./moments.ts";

interface MomentListProps {
  moments: RecordMoment[];
  /** A moment that these contain is shown as added. */
  notes: string;
  onInsert: (moment: RecordMoment) => void;
}

/** Moments of the record as buttons, which add them to notes. */
export function MomentList({ moments, notes, onInsert }: MomentListProps) {
  return (
    <ul className="grid max-h-56 gap-1 overflow-y-auto lg:max-h-[45dvh]">
      {moments.map((moment) => (
        <li key={moment.id}>
          <button
            type="button"
            onClick={() => onInsert(moment)}
            className="grid min-h-11 w-full content-center gap-0.5 rounded-sm border border-line px-3 py-2 text-left text-sm hover:bg-sunk"
          >
            <span className="font-semibold text-green tabular">
              <span className="sr-only">Add </span>
              {moment.time}, {moment.source}
              {notes.includes(writeMoment(moment)) && (
                <span className="font-normal text-ink-2"> · added</span>
              )}
            </span>
            {moment.text !== "" && <span className="line-clamp-2 break-words">{moment.text}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Notes with a moment on a line of its own at their end. */
export function withMoment(notes: string, moment: RecordMoment): string {
  const before = notes.trimEnd();
  return `${before}${before === "" ? "" : "\n"}${writeMoment(moment)}`;
}
