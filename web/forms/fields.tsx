import { type ReactNode, useId } from "react";
import { get, type RegisterOptions, type UseFormRegisterReturn, useFormContext } from "react-hook-form";
import { Checkbox, Field, Select, TextArea, TextInput } from "../ui/fields.tsx";

/** The common properties of a form's text fields and selects. */
interface FormFieldProps {
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

interface FieldBinding {
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

/** A control with its label, hint and error, connected to its form. */
export function fieldOf<Props extends object>(Control: (props: Props) => ReactNode) {
  return function FormField(props: FormFieldProps & Omit<Props, keyof FormFieldProps>) {
    const { name, label, hint, required, optional, aside, rules, ...rest } = props;
    const { register, error } = useField(name, rules);
    return (
      <Field {...{ label, hint, required, optional, aside, error }}>
        {(control) => <Control {...({ ...rest, ...register, ...control } as unknown as Props)} />}
      </Field>
    );
  };
}

export const TextField = fieldOf(TextInput);
export const TextAreaField = fieldOf(TextArea);
export const SelectField = fieldOf(Select);

/** A single checkbox, whose value is whether it is checked. */
export function CheckboxField({ name, label }: Pick<FormFieldProps, "name" | "label">) {
  const { register, error } = useField(name);
  return (
    <div>
      <Checkbox {...register} label={label} />
      {error !== undefined && (
        <p role="alert" className="text-sm font-medium text-red">
          {error}
        </p>
      )}
    </div>
  );
}

interface ChoiceGroupProps<Value extends string> {
  name: string;
  legend: string;
  options: readonly Value[];
  labels: Record<Value, string>;
}

/** A group of checkboxes, whose value is the list of those that are checked. */
export function ChoiceGroup<Value extends string>({
  name,
  legend,
  options,
  labels,
}: ChoiceGroupProps<Value>) {
  const { register, error } = useField(name);
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {options.map((value) => (
          <Checkbox
            key={value}
            {...register}
            value={value}
            label={labels[value]}
            aria-invalid={error === undefined ? undefined : true}
          />
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-sm font-medium text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}
