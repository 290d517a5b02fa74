import type { ComponentProps } from "react";
import { Field } from "../ui/fields/field.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { type FormFieldProps, splitFieldProps, useField } from "./use-field.ts";

type TextAreaFieldProps = FormFieldProps & Omit<ComponentProps<typeof TextArea>, keyof FormFieldProps>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, rules, field, control } = splitFieldProps(props);
  const { register, error } = useField(name, rules);
  return (
    <Field {...field} error={error}>
      {(fieldProps) => <TextArea {...control} {...register} {...fieldProps} />}
    </Field>
  );
}
