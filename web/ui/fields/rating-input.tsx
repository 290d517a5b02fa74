import clsx from "clsx";
import { useId } from "react";

export interface RatingInputProps {
  legend: string;
  /** The words of the scores, from 1 on. */
  labels: readonly string[];
  value: number | null;
  onChange: (score: number) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Set by a form, to focus the first invalid field. */
  ref?: ((element: HTMLInputElement | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
}

/** The scores from 1 on, each with its label: a radio group. The arrow keys move through it, and the number keys select. */
export function RatingInput({
  legend,
  labels,
  value,
  onChange,
  error,
  disabled,
  ref,
  onBlur,
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
        onChange(score);
        event.currentTarget.querySelector<HTMLInputElement>(`input[value="${score}"]`)?.focus();
      }}
    >
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-1 gap-2 xs:grid-cols-5">
        {labels.map((word, index) => {
          const score = index + 1;
          return (
            <label
              key={word}
              className={clsx(
                "flex min-h-11 items-center gap-3 rounded-sm border px-3 py-2 text-sm font-semibold transition-colors xs:flex-col xs:gap-0.5 xs:text-center",
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
                className="sr-only"
              />
              <span className="font-text text-xl font-semibold tabular">{score}</span>
              <span>{word}</span>
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
