import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { type ChangeEvent, useState } from "react";
import { instantAt } from "../../format/local-time.ts";
import { Checkbox, Field, Select, TextArea, TextInput } from "../../ui/fields.tsx";
import { useDeskZone } from "../layout/desk-parts.tsx";

/** A field of an action, above its preview. */
export interface ActionField {
  name: string;
  label: string;
  hint?: string;
  /** `time` is a day and a time in the desk's zone; `paragraph` a text of several lines. */
  type?: "text" | "number" | "time" | "paragraph" | "checkbox";
  /** The labels of a choice by their values. */
  choices?: Readonly<Record<string, string>>;
  /** At first. */
  value?: string | number | boolean;
  optional?: boolean;
  maxLength?: number;
}

export type FieldValue = string | number | boolean | null;

interface FieldControlProps extends Omit<ActionField, "value"> {
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

const inputTypes = { text: "text", number: "number", time: "datetime-local" } as const;

/** The control of a field. */
export function FieldControl({
  label,
  hint,
  error,
  optional,
  type = "text",
  choices,
  maxLength,
  value,
  onChange,
}: FieldControlProps) {
  const timeZone = useDeskZone();
  if (type === "checkbox") {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  const zone = `The time is in ${timeZoneLabel(timeZone, new Date())}.`;
  return (
    <Field
      label={label}
      hint={type === "time" ? `${hint} ${zone}` : hint}
      error={error}
      optional={optional === true}
    >
      {(control) => {
        const shared = {
          ...control,
          maxLength,
          value: String(value),
          onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
            onChange(event.currentTarget.value),
        };
        if (type === "paragraph") return <TextArea {...shared} rows={5} />;
        if (choices === undefined) return <TextInput {...shared} type={inputTypes[type]} step="any" />;
        return (
          <Select {...shared}>
            {Object.entries(choices).map(([choice, text]) => (
              <option key={choice} value={choice}>
                {text}
              </option>
            ))}
          </Select>
        );
      }}
    </Field>
  );
}

/** What the fields contain, and the action's input of them; null while a required one is empty. */
export function useFields({
  fields = [],
  input,
}: {
  fields?: readonly ActionField[] | undefined;
  input?: object | ((values: Record<string, FieldValue>) => object) | undefined;
}) {
  const timeZone = useDeskZone();
  const [typed, setTyped] = useState<Record<string, string | boolean>>({});
  const values = Object.fromEntries(
    fields.map(({ name, choices, value = "" }) => {
      const current = typed[name] ?? (typeof value === "number" ? String(value) : value);
      if (choices === undefined || String(current) in choices) return [name, current];
      // Nothing is chosen yet, or what was chosen is no longer possible.
      return [name, Object.keys(choices).at(current === "" ? 0 : -1) ?? ""];
    }),
  );
  const isMissing = fields.some(
    ({ name, choices, optional }) => !optional && !choices && String(values[name]).trim() === "",
  );
  const read = (value: string | boolean, type: ActionField["type"]): FieldValue => {
    if (type === "number") return value === "" ? null : Number(value);
    return type === "time" ? readTime(String(value), timeZone) : value;
  };
  const sent = Object.fromEntries(fields.map(({ name, type }) => [name, read(values[name] ?? "", type)]));
  return {
    values,
    setValue: (name: string, value: string | boolean) => setTyped({ ...typed, [name]: value }),
    input: isMissing ? null : typeof input === "function" ? input(sent) : { ...input, ...sent },
  };
}

/** `2026-11-20T18:00` as an instant; null for an empty text. */
function readTime(value: string, timeZone: string): string | null {
  const [day = "", time = ""] = value.split("T");
  return value === "" ? null : instantAt(day, time, timeZone).toISOString();
}
