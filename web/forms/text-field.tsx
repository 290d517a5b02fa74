import type { ComponentProps } from "react";
import { Field } from "../ui/fields/field.tsx";
import { TextInput } from "../ui/fields/text-input.tsx";
import { type FormFieldProps, splitFieldProps, useField } from "./use-field.ts";

type TextFieldProps = FormFieldProps & Omit<ComponentProps<typeof TextInput>, keyof FormFieldProps>;

export function TextField(props: TextFieldProps) {
  const { name, rules, field, control } = splitFieldProps(props);
  const { register, error } = useField(name, rules);
  return (
    <Field {...field} error={error}>
      {(fieldProps) => <TextInput {...control} {...register} {...fieldProps} />}
    </Field>
  );
}
