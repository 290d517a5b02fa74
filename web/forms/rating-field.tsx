import { useController } from "react-hook-form";
import { RatingInput } from "../ui/fields/rating-input.tsx";

export interface RatingFieldProps {
  name: string;
  legend: string;
  labels: readonly string[];
  /** A sentence for each score, which is shown beside it. */
  descriptions?: readonly string[];
  /** The answer that gives no score; without it, a score has to be chosen. */
  noneLabel?: string;
  onKeyChosen?: () => void;
}

/** The value in the form is a number from 1 on, null for no score, or undefined until one is chosen. */
export function RatingField({
  name,
  legend,
  labels,
  descriptions,
  noneLabel,
  onKeyChosen,
}: RatingFieldProps) {
  const { field, fieldState } = useController({ name });
  return (
    <RatingInput
      ref={field.ref}
      legend={legend}
      labels={labels}
      descriptions={descriptions}
      noneLabel={noneLabel}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      onKeyChosen={onKeyChosen}
      error={fieldState.error?.message}
    />
  );
}
