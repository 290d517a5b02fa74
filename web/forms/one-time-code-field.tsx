import type { ComponentProps } from "react";
import { Field } from "../ui/fields/field.tsx";
import { OneTimeCodeInput } from "../ui/fields/one-time-code-input.tsx";
import { type FormFieldProps, splitFieldProps, useField } from "./use-field.ts";

type OneTimeCodeFieldProps = FormFieldProps &
  Omit<ComponentProps<typeof OneTimeCodeInput>, keyof FormFieldProps>;

export function OneTimeCodeField(props: OneTimeCodeFieldProps) {
  const { name, rules, field, control } = splitFieldProps(props);
  const { register, error } = useField(name, rules);
  return (
    <Field {...field} error={error}>
      {(fieldProps) => <OneTimeCodeInput {...control} {...register} {...fieldProps} />}
    </Field>
  );
}
