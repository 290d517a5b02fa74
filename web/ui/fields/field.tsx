import { type ReactNode, useId } from "react";

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
    <div className="grid content-start gap-1.5">
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
