import { useController } from "react-hook-form";
import { RatingInput } from "../ui/fields/rating-input.tsx";

export interface RatingFieldProps {
  name: string;
  legend: string;
  labels: readonly string[];
  /** A sentence for each score, which is shown beside it. */
  descriptions?: readonly string[];
  onKeyChosen?: () => void;
}

/** The value in the form is a number from 1 on, or null until one is chosen. */
export function RatingField({ name, legend, labels, descriptions, onKeyChosen }: RatingFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <RatingInput
      ref={field.ref}
      legend={legend}
      labels={labels}
      descriptions={descriptions}
      value={typeof field.value === "number" ? field.value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      onKeyChosen={onKeyChosen}
      error={fieldState.error?.message}
    />
  );
}
