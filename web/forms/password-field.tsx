import type { ComponentProps } from "react";
import { Field } from "../ui/fields/field.tsx";
import { PasswordInput } from "../ui/fields/password-input.tsx";
import { type FormFieldProps, splitFieldProps, useField } from "./use-field.ts";

type PasswordFieldProps = FormFieldProps & Omit<ComponentProps<typeof PasswordInput>, keyof FormFieldProps>;

export function PasswordField(props: PasswordFieldProps) {
  const { name, rules, field, control } = splitFieldProps(props);
  const { register, error } = useField(name, rules);
  return (
    <Field {...field} error={error}>
      {(fieldProps) => <PasswordInput {...control} {...register} {...fieldProps} />}
    </Field>
  );
}
