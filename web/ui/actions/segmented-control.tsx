import clsx from "clsx";

export interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices in one rounded bar; the chosen one is pressed. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex gap-0.5 rounded-full bg-sunk p-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={clsx(
            "min-h-8 rounded-full px-3.5 text-sm font-semibold transition-colors",
            option.value === value
              ? "bg-card text-ink shadow-lift ring-1 ring-line"
              : "text-ink-2 hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
