import clsx from "clsx";
import { useId } from "react";
import { useController } from "react-hook-form";

export interface RatingFieldProps {
  name: string;
  legend: string;
  labels: readonly string[];
  /** A sentence for each score, which is shown beside it. */
  descriptions?: readonly string[];
  /** The answer that gives no score; without it, a score has to be chosen. */
  noneLabel?: string;
}

/** The value in the form is a number from 1 on, null for no score, or undefined until one is chosen. */
export function RatingField({ name, legend, labels, descriptions, noneLabel }: RatingFieldProps) {
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
      error={fieldState.error?.message}
    />
  );
}

export interface RatingInputProps {
  legend: string;
  /** The words of the scores, from 1 on. */
  labels: readonly string[];
  /** A sentence for each score: then each score is a row with its sentence, all of which stay in sight. */
  descriptions?: readonly string[] | undefined;
  /** The answer that gives no score; without it, there is none. */
  noneLabel?: string | undefined;
  /** Undefined until one is chosen; null is the answer without a score. */
  value: number | null | undefined;
  onChange: (score: number | null) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Set by a form, to focus the first invalid field. */
  ref?: ((element: HTMLInputElement | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
}

/**
 * The scores from 1 on, each with its label: a radio group. The arrow keys move through it, and the number keys
 * select and stay, so that Tab always leads to the next field; 0 is the answer without a score.
 */
export function RatingInput({
  legend,
  labels,
  descriptions,
  noneLabel,
  value,
  onChange,
  error,
  disabled,
  ref,
  onBlur,
}: RatingInputProps) {
  const id = useId();
  const choices = [
    ...labels.map((word, index) => ({
      key: `${index + 1}`,
      score: index + 1,
      word,
      text: descriptions?.[index],
    })),
    ...(noneLabel === undefined ? [] : [{ key: "0", score: null, word: noneLabel, text: undefined }]),
  ];
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
      onBlur={onBlur}
      onKeyDown={(event) => {
        const choice = choices.find(({ key }) => key === event.key);
        if (choice === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onChange(choice.score);
        event.currentTarget.querySelector<HTMLInputElement>(`input[value="${choice.key}"]`)?.focus();
      }}
    >
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div
        className={clsx("grid grid-cols-1", descriptions === undefined ? "gap-2 xs:grid-cols-5" : "gap-1")}
      >
        {choices.map(({ key, score, word, text }) => {
          const [nameId, textId] = [`${id}-name-${key}`, `${id}-text-${key}`];
          const isRow = descriptions !== undefined;
          return (
            <label
              key={key}
              className={clsx(
                "flex min-h-11 items-center gap-3 rounded-sm border px-3 text-sm transition-colors",
                isRow
                  ? "py-1 max-xs:flex-col max-xs:items-start max-xs:gap-0 max-xs:py-2"
                  : "py-2 xs:flex-col xs:gap-0.5 xs:text-center",
                "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-green",
                value === score
                  ? "border-green bg-green text-on-green"
                  : "border-edge bg-card text-ink hover:bg-sunk",
                error && value === undefined && "border-red",
              )}
            >
              <input
                ref={key === "1" ? ref : undefined}
                type="radio"
                name={id}
                value={key}
                checked={value === score}
                onChange={() => onChange(score)}
                aria-labelledby={nameId}
                aria-describedby={text === undefined ? undefined : textId}
                className="sr-only"
              />
              <span
                id={nameId}
                className={clsx(
                  "flex shrink-0 items-center gap-x-3 font-semibold",
                  isRow ? text !== undefined && "xs:w-26" : "xs:flex-col xs:gap-y-0.5",
                )}
              >
                {score !== null && <span className="font-text text-xl font-semibold tabular">{score}</span>}{" "}
                <span>{word}</span>
              </span>
              {text !== undefined && <span id={textId}>{text}</span>}
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
