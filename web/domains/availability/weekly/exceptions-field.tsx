import { X } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import type { TypedRule } from "./rule-form.ts";
import { sayDay } from "./rule-words.ts";

/** Days that the rule leaves out, added one by one. */
export function ExceptionsField() {
  const { setValue } = useFormContext<TypedRule>();
  const exceptions = useWatch<TypedRule, "exceptions">({ name: "exceptions" });
  const [day, setDay] = useState("");
  const listId = useId();

  function change(days: string[]) {
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
          look="quiet"
          inactive={day === ""}
          onClick={() => {
            change([...exceptions, day]);
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
                look="quiet"
                size="sm"
                aria-label={`Have ${sayDay(exception)} again`}
                onClick={() => change(exceptions.filter((other) => other !== exception))}
              >
                <span className="tabular">{sayDay(exception)}</span>
                <X aria-hidden="true" className="size-3.5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
