import { X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/button.tsx";
import type { TypedRule } from "./rule-form.ts";
import { slotStarts } from "./rule-words.ts";

const mostWindows = 6;

/** The hours of a day: one stretch or several, and the slots that they come to. */
export function WindowsField() {
  const { control, formState } = useFormContext<TypedRule>();
  const { fields, append, remove } = useFieldArray({ control, name: "windows" });
  const problem = formState.errors.windows?.root?.message ?? formState.errors.windows?.message;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Hours</legend>
      <div className="grid gap-3">
        {fields.map((field, index) => (
          <div key={field.id} className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-3">
              <TextField name={`windows.${index}.from`} label="From" type="time" step={900} required />
              <TextField name={`windows.${index}.to`} label="To" type="time" step={900} required />
            </div>
            {fields.length > 1 && (
              <Button
                look="ghost"
                size="sm"
                aria-label={`Remove hours ${index + 1}`}
                className="mt-8"
                onClick={() => remove(index)}
              >
                <X aria-hidden="true" className="size-4" />
              </Button>
            )}
          </div>
        ))}
      </div>
      <p role="alert" className="mt-1.5 text-sm font-medium text-red empty:hidden">
        {problem}
      </p>
      <SlotsOfADay />
      {fields.length < mostWindows && (
        <Button look="quiet" size="sm" className="mt-3" onClick={() => append({ from: "", to: "" })}>
          Add more hours
        </Button>
      )}
    </fieldset>
  );
}

function SlotsOfADay() {
  const windows = useWatch<TypedRule, "windows">({ name: "windows" });
  const starts = slotStarts(windows.map(({ from, to }) => ({ from, to: to === "00:00" ? "24:00" : to })));
  if (starts.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-2 tabular">
      {starts.length === 1 ? "1 slot a day" : `${starts.length} slots a day`}: {starts.join(", ")}
    </p>
  );
}
