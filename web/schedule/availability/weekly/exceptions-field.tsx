import { X } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import type { RuleFormValues } from "./rule-form.ts";
import { formatCalendarDay } from "./rule-text.ts";

/** Days that the rule skips, added one by one. */
export function ExceptionsField() {
  const { setValue } = useFormContext<RuleFormValues>();
  const exceptions = useWatch<RuleFormValues, "exceptions">({ name: "exceptions" });
  const [day, setDay] = useState("");
  const listId = useId();

  function updateExceptions(days: string[]) {
    setValue("exceptions", [...new Set(days)].sort(), { shouldDirty: true });
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <Field label="Leave out a day" optional>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                value={day}
                onChange={(event) => setDay(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button
          variant="quiet"
          inactive={day === ""}
          onClick={() => {
            updateExceptions([...exceptions, day]);
            setDay("");
          }}
        >
          Leave out
        </Button>
      </div>
      {exceptions.length > 0 && (
        <ul id={listId} aria-label="Days left out" className="flex flex-wrap gap-2">
          {exceptions.map((exception) => (
            <li key={exception}>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Restore ${formatCalendarDay(exception)}`}
                onClick={() => updateExceptions(exceptions.filter((other) => other !== exception))}
              >
                <span className="tabular">{formatCalendarDay(exception)}</span>
                <X aria-hidden="true" className="size-3.5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
