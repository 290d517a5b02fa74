import { instantAt } from "../../format/local-time.ts";
import { Field, TextInput } from "../../ui/fields.tsx";
import { useFieldProblem } from "../actions/preview-lines.tsx";

interface StartFieldProps {
  /** `2026-11-20T18:00`; empty: now. */
  value: string;
  onChange: (value: string) => void;
  /** The field of the action, whose problem is shown here. */
  name: string;
  label: string;
  hint: string;
}

/** A day and a time in the operator's zone. It applies when it is left. */
export function StartField({ name, value, onChange, label, hint }: StartFieldProps) {
  return (
    <Field label={label} hint={hint} error={useFieldProblem(name)} optional>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          defaultValue={value}
          onBlur={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The instant of a `StartField`; null: now. */
export function readStart(value: string, timeZone: string): string | null {
  if (value === "") return null;
  const [day = "", time = ""] = value.split("T");
  return instantAt(day, time, timeZone).toISOString();
}
