import { useId } from "react";
import { useField } from "../../../forms/use-field.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";

interface ChoiceGroupProps<Value extends string> {
  name: string;
  legend: string;
  options: readonly Value[];
  labels: Record<Value, string>;
}

/** A group of checkboxes in a form. */
export function ChoiceGroup<Value extends string>({
  name,
  legend,
  options,
  labels,
}: ChoiceGroupProps<Value>) {
  const { register, error } = useField(name);
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {options.map((value) => (
          <Checkbox
            key={value}
            {...register}
            value={value}
            label={labels[value]}
            aria-invalid={error === undefined ? undefined : true}
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-sm font-medium text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}
