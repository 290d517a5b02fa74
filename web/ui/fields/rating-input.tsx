import clsx from "clsx";
import { useId } from "react";

export interface RatingInputProps {
  legend: string;
  /** The words of the scores, from 1 on. */
  labels: readonly string[];
  /** A sentence for each score: then each score is a row with its sentence, all of which stay in sight. */
  descriptions?: readonly string[] | undefined;
  value: number | null;
  onChange: (score: number) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Set by a form, to focus the first invalid field. */
  ref?: ((element: HTMLInputElement | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
  /** Called after a number key chose a score, to move on to the field that follows. */
  onKeyChosen?: (() => void) | undefined;
}

/**
 * The scores from 1 on, each with its label: a radio group. The arrow keys move through it, and the number keys
 * select.
 */
export function RatingInput({
  legend,
  labels,
  descriptions,
  value,
  onChange,
  error,
  disabled,
  ref,
  onBlur,
  onKeyChosen,
}: RatingInputProps) {
  const id = useId();
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
      onBlur={onBlur}
      onKeyDown={(event) => {
        const score = Number(event.key);
        if (labels[score - 1] === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        // Otherwise the key would also be typed into a text field to which it leads.
        event.preventDefault();
        onChange(score);
        event.currentTarget.querySelector<HTMLInputElement>(`input[value="${score}"]`)?.focus();
        onKeyChosen?.();
      }}
    >
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div
        className={clsx("grid grid-cols-1", descriptions === undefined ? "gap-2 xs:grid-cols-5" : "gap-1")}
      >
        {labels.map((word, index) => {
          const score = index + 1;
          const description = descriptions?.[index];
          const [nameId, descriptionId] = [`${id}-name-${score}`, `${id}-description-${score}`];
          return (
            <label
              key={word}
              className={clsx(
                "flex min-h-11 items-center gap-3 rounded-sm border px-3 text-sm transition-colors",
                description === undefined
                  ? "py-2 xs:flex-col xs:gap-0.5 xs:text-center"
                  : "py-1 max-xs:flex-col max-xs:items-start max-xs:gap-0 max-xs:py-2",
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-green",
                value === score
                  ? "border-green bg-green text-on-green"
                  : "border-edge bg-card text-ink hover:bg-sunk",
                error && value === null && "border-red",
              )}
            >
              <input
                ref={index === 0 ? ref : undefined}
                type="radio"
                name={id}
                value={score}
                checked={value === score}
                onChange={() => onChange(score)}
                aria-labelledby={nameId}
                aria-describedby={description === undefined ? undefined : descriptionId}
                className="sr-only"
              />
              <span
                id={nameId}
                className={clsx(
                  "flex shrink-0 items-center gap-x-3 font-semibold",
                  description === undefined ? "xs:flex-col xs:gap-y-0.5" : "xs:w-26",
                )}
              >
                <span className="font-text text-xl font-semibold tabular">{score}</span> <span>{word}</span>
              </span>
              {description !== undefined && <span id={descriptionId}>{description}</span>}
            </label>
          );
        })}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}
