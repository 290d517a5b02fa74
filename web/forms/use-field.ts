import type { ReactNode } from "react";
import { get, type RegisterOptions, type UseFormRegisterReturn, useFormContext } from "react-hook-form";

/** What every field of a form takes. `name` may be dotted (`resumeData.skills.0.name`). */
export interface FormFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode | undefined;
  required?: boolean | undefined;
  optional?: boolean | undefined;
  aside?: ReactNode | undefined;
  /** Checks of react-hook-form, for a form without a resolver. */
  rules?: RegisterOptions | undefined;
}

export interface FieldBinding {
  register: UseFormRegisterReturn;
  error: string | undefined;
}

/** Ties a control to its form: how to register it, and the error that stands at it now. */
export function useField(name: string, rules?: RegisterOptions): FieldBinding {
  const { register, formState } = useFormContext();
  const error: unknown = get(formState.errors, name);
  const message =
    typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  return { register: register(name, rules), error: typeof message === "string" ? message : undefined };
}

/** The properties of the field itself, apart from those of its control. */
export function splitFieldProps<Props extends FormFieldProps>(props: Props) {
  const { name, label, hint, required, optional, aside, rules, ...control } = props;
  return { name, rules, field: { label, hint, required, optional, aside }, control };
}
