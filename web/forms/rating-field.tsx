import { useController } from "react-hook-form";
import { RatingInput } from "../ui/fields/rating-input.tsx";

export interface RatingFieldProps {
  name: string;
  legend: string;
}

/** The value in the form is a number from 1 to 5, or null until one is chosen. */
export function RatingField({ name, legend }: RatingFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <RatingInput
      ref={field.ref}
      legend={legend}
      value={typeof field.value === "number" ? field.value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
