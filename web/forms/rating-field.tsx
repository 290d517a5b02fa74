import { useController } from "react-hook-form";
import { RatingInput } from "../ui/fields/rating-input.tsx";

export interface RatingFieldProps {
  name: string;
  legend: string;
  labels: readonly string[];
}

/** The value in the form is a number from 1 on, or null until one is chosen. */
export function RatingField({ name, legend, labels }: RatingFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <RatingInput
      ref={field.ref}
      legend={legend}
      labels={labels}
      value={typeof field.value === "number" ? field.value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
