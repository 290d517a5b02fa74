import type { ComponentProps } from "react";
import { Field } from "../ui/fields/field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { type FormFieldProps, splitFieldProps, useField } from "./use-field.ts";

type SelectFieldProps = FormFieldProps & Omit<ComponentProps<typeof Select>, keyof FormFieldProps>;

export function SelectField(props: SelectFieldProps) {
  const { name, rules, field, control } = splitFieldProps(props);
  const { register, error } = useField(name, rules);
  return (
    <Field {...field} error={error}>
      {(fieldProps) => <Select {...control} {...register} {...fieldProps} />}
    </Field>
  );
}
