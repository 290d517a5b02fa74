import { useFormContext, useWatch } from "react-hook-form";
import type { Answers } from "../answers.ts";

interface NoteLineListProps {
  lines: readonly string[];
  onAdd: (line: string) => void;
}

/** The interviewer's private notes as buttons, which add a line to the feedback. */
export function NoteLineList({ lines, onAdd }: NoteLineListProps) {
  const { control } = useFormContext<Answers>();
  const [areas, summary] = useWatch({ control, name: ["areas", "summary"] });
  const written = [...areas.map(({ notes }) => notes), summary].join("\n");
  return (
    <ul aria-label="Your private notes" className="grid max-h-56 gap-1 overflow-y-auto lg:max-h-[18dvh]">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same, and the list does not change.
        <li key={index}>
          <button
            type="button"
            onClick={() => onAdd(line)}
            className="min-h-11 w-full whitespace-pre-wrap break-words rounded-sm border border-line px-3 py-2 text-left text-sm hover:bg-sunk"
          >
            <span className="sr-only">Add </span>
            {line}
            {written.includes(line) && <span className="text-ink-2"> · added</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
