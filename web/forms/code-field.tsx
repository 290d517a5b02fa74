import type { ComponentProps } from "react";
import { CodeInput } from "../ui/code-input.tsx";
import { Field } from "../ui/field.tsx";
import { type FormFieldProps, splitFieldProps, useField } from "./use-field.ts";

type CodeFieldProps = FormFieldProps & Omit<ComponentProps<typeof CodeInput>, keyof FormFieldProps>;

export function CodeField(props: CodeFieldProps) {
  const { name, rules, field, control } = splitFieldProps(props);
  const { register, error } = useField(name, rules);
  return (
    <Field {...field} error={error}>
      {(wiring) => <CodeInput {...control} {...register} {...wiring} />}
    </Field>
  );
}
