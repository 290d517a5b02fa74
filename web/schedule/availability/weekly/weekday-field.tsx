import { useId } from "react";
import { useField } from "../../../forms/use-field.ts";

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The days of the week as seven checkboxes in a row. */
export function WeekdayField() {
  const { register, error } = useField("weekdays");
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Days</legend>
      <div className="flex flex-wrap gap-2">
        {days.map((day, index) => (
          <label
            key={day}
            className="grid min-h-11 min-w-13 cursor-pointer place-items-center rounded-full border border-edge px-3 text-sm font-semibold transition-colors hover:border-ink-3 has-checked:border-green has-checked:bg-green has-checked:text-on-green has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-green"
          >
            <input {...register} type="checkbox" value={index + 1} aria-label={day} className="sr-only" />
            <span aria-hidden="true">{day.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <p id={id} role="alert" className="mt-1.5 text-sm font-medium text-red empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
