import type { ReactNode } from "react";
import { get, type RegisterOptions, type UseFormRegisterReturn, useFormContext } from "react-hook-form";

/** The common properties of a form's text fields and selects. */
export interface FormFieldProps {
  /** The path of the value, which may be dotted (`resumeData.skills.0.name`). */
  name: string;
  label: ReactNode;
  hint?: ReactNode | undefined;
  /** Only for assistive technology: the form's resolver or `rules` has to check the value. */
  required?: boolean | undefined;
  optional?: boolean | undefined;
  aside?: ReactNode | undefined;
  /** Rules of react-hook-form, for a form without a resolver. */
  rules?: RegisterOptions | undefined;
}

export interface FieldBinding {
  register: UseFormRegisterReturn;
  error: string | undefined;
}

/** Connects a control to its form: its registration, and its current error. */
export function useField(name: string, rules?: RegisterOptions): FieldBinding {
  const { register, formState } = useFormContext();
  const error: unknown = get(formState.errors, name);
  const message =
    typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return { register: register(name, rules), error: typeof message === "string" ? message : undefined };
}

/** Splits the properties: `name` and `rules` for `useField`, `field` for `Field`, `control` for the input. */
export function splitFieldProps<Props extends FormFieldProps>(props: Props) {
  const { name, label, hint, required, optional, aside, rules, ...control } = props;
  return { name, rules, field: { label, hint, required, optional, aside }, control };
}
