import clsx from "clsx";
import { type ReactNode, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  get,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { StatusMessage } from "../ui/status-message.tsx";
import { readRejection } from "./rejection.ts";
import { SubmitButton } from "./submit-button.tsx";
import { useTypedEarly } from "./use-typed-early.ts";

export interface FormProps<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** For example `zodResolver(schema)`; a plain function keeps zod out of pages that must stay light. */
  resolver?: Resolver<Values> | undefined;
  /** Throw what the client throws: fields named in `details` get their error, the rest stands above the button. */
  onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<void>;
  /** The sentence for a failure, where the error's own is not it: `(error) => messageOf(error, sentences)`. */
  failureMessage?: ((error: unknown) => string) | undefined;
  /** Left out, the form draws no button and its content places a `SubmitButton`. */
  submitLabel?: ReactNode | undefined;
  pendingLabel?: string | undefined;
  /** Under the button: links, small print. */
  footer?: ReactNode | undefined;
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode);
}

/** A form that cannot forget its error or its loading, and never loses what was typed. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const {
    defaultValues,
    resolver,
    onSubmit,
    failureMessage,
    submitLabel,
    pendingLabel,
    footer,
    label,
    className,
    children,
  } = props;
  const form = useForm<Values>({
    defaultValues,
    mode: "onTouched",
    delayError: 250,
    ...(resolver ? { resolver } : {}),
  });
  const id = useTypedEarly(form);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(values: Values) {
    setFailure(null);
    try {
      await onSubmit(values, form);
    } catch (error) {
      const { message, fields } = readRejection(error);
      const known = fields.filter((field) => get(form.getValues(), field.path) !== undefined);
      for (const [index, field] of known.entries()) {
        form.setError(
          field.path as FieldPath<Values>,
          { type: "server", message: field.msg },
          { shouldFocus: index === 0 },
        );
      }
      // When every problem stands at its own field, saying it a second time above the button helps nobody.
      setFailure(
        known.length > 0 && known.length === fields.length ? null : (failureMessage?.(error) ?? message),
      );
    }
  }

  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        // Without a script a browser would put what was typed, passwords too, into the address.
        method="post"
        aria-label={label}
        onSubmit={form.handleSubmit(submit, () => setFailure(null))}
        className={clsx("grid gap-4", className)}
      >
        {typeof children === "function" ? children(form) : children}
        <noscript>
          <p className="text-red">This form needs JavaScript, which is switched off in this browser.</p>
        </noscript>
        <StatusMessage message={failure} tone="bad" />
        {submitLabel && (
          <SubmitButton wide pendingLabel={pendingLabel}>
            {submitLabel}
          </SubmitButton>
        )}
        {footer}
      </form>
    </FormProvider>
  );
}
