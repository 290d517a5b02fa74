import { type Ref, useId } from "react";
import { TextArea } from "../../../ui/fields/text-area.tsx";

/** Longest text that a run can read, so that a pasted file does not slow the page down. */
const maxInputCharacters = 20_000;

/** True when Python code reads input, which the user has to type first. */
export function readsInput(language: string, code: string): boolean {
  return language === "python" && /\binput\s*\(|\bsys\.stdin\b/.test(code);
}

interface RunInputProps {
  value: string;
  onChange: (value: string) => void;
  ref: Ref<HTMLTextAreaElement>;
}

/** The lines for `input()`. They stay in this page: each participant runs with their own. */
export function RunInput({ value, onChange, ref }: RunInputProps) {
  const id = useId();
  return (
    <div className="shrink-0 border-t border-line px-4 py-2">
      <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
        Input for this code: one line for each <code className="font-mono">input()</code>, then Run
      </label>
      <TextArea
        id={id}
        ref={ref}
        rows={2}
        spellCheck={false}
        maxLength={maxInputCharacters}
        className="!min-h-14 !py-1.5 font-mono !text-sm"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
