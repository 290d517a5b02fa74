import { X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import type { RuleFormValues } from "./rule-form.ts";
import { slotStarts } from "./rule-text.ts";

const maxWindows = 6;

/** The hours of a day, in one or several windows, and the slots that fit in them. */
export function WindowsField() {
  const { control, formState } = useFormContext<RuleFormValues>();
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
                variant="ghost"
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
      <SlotsPerDay />
      {fields.length < maxWindows && (
        <Button variant="quiet" size="sm" className="mt-3" onClick={() => append({ from: "", to: "" })}>
          Add more hours
        </Button>
      )}
    </fieldset>
  );
}

function SlotsPerDay() {
  const windows = useWatch<RuleFormValues, "windows">({ name: "windows" });
  const starts = slotStarts(windows.map(({ from, to }) => ({ from, to: to === "00:00" ? "24:00" : to })));
  if (starts.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-2 tabular">
      {starts.length === 1 ? "1 slot a day" : `${starts.length} slots a day`}: {starts.join(", ")}
    </p>
  );
}
