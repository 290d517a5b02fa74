import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { LineIcon } from "./button.tsx";

/** The attributes that connect a control with its label, hint and error. Spread it on the control. */
export interface FieldControl {
  id: string;
  required: boolean | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Shows "optional" beside the label; all other fields are required. */
  optional?: boolean | undefined;
  /** Shown to the right of the label, for example a link "Forgot password?". */
  aside?: ReactNode | undefined;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, required, optional, aside, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold text-ink">
          {label}
          {optional && <span className="font-normal text-ink-3"> (optional)</span>}
        </label>
        {aside && <span className="text-sm">{aside}</span>}
      </div>
      {children({
        id,
        required: required || undefined,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-red">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={clsx(controlClass, className)} />;
}

/** Shared by all text controls. 16 px, because phones zoom in on fields with smaller text. */
export const controlClass =
  "block w-full min-h-11 rounded-sm border border-edge bg-card px-3.5 py-2 text-[1rem] leading-normal text-ink transition-colors placeholder:text-ink-3 hover:border-ink-3 focus:border-green focus:outline-2 focus:outline-offset-0 focus:outline-green aria-invalid:border-red aria-invalid:outline-red disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-3 read-only:bg-sunk read-only:text-ink-2";

/** Grows with its text if the browser supports that; otherwise the user can resize it. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={clsx(controlClass, "max-h-96 resize-y [field-sizing:content] min-h-28", className)}
    />
  );
}

/** The browser's own select, which works on every phone and with every assistive technology. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        {...rest}
        className={clsx(
          controlClass,
          "appearance-none text-ellipsis pr-10 enabled:!bg-card enabled:!text-ink",
          className,
        )}
      >
        {children}
      </select>
      <LineIcon className="pointer-events-none absolute right-3.5 top-1/2 size-4 -translate-y-1/2 text-ink-3">
        m6 9 6 6 6-6
      </LineIcon>
    </span>
  );
}

interface OptionsProps<Value extends string | number> {
  values: readonly Value[];
  text: (value: Value) => string;
}

/** The options of a `Select`. */
export function Options<Value extends string | number>({ values, text }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {text(value)}
    </option>
  ));
}

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("inline-flex min-h-11 items-center gap-3 text-base", className)}>
      <input {...rest} type="checkbox" className={checkboxClass} />
      <span>{label}</span>
    </label>
  );
}

/**
 * The class of a checkbox. It is drawn by us, because the browser's own is gray in the dark theme and looks disabled.
 * With forced colors and on paper it is the browser's, because neither shows backgrounds.
 */
export const checkboxClass = clsx(
  "grid size-5 shrink-0 appearance-none place-content-center rounded-[0.3125rem] border-2 border-edge bg-card enabled:hover:border-ink-2",
  "checked:border-green checked:bg-green enabled:checked:hover:border-green-strong",
  "before:size-3 before:scale-0 before:bg-on-green before:content-[''] checked:before:scale-100",
  "before:[clip-path:polygon(12%_46%,0_60%,40%_96%,100%_20%,86%_8%,38%_68%)]",
  "disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto forced-colors:before:hidden",
  "print:appearance-auto print:before:hidden",
);
