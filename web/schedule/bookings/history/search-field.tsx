import { maxSearchLength } from "@greenroom/contract/schedule/bookings.ts";
import { useEffect, useState } from "react";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";

/** How long typing must pause before the list is searched. */
const typingPauseMilliseconds = 300;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that searches when typing pauses. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          value={typed}
          maxLength={maxSearchLength}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}
