import clsx from "clsx";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useInsertionEffect,
  useRef,
  useState,
} from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
  useFormState,
} from "react-hook-form";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { StatusMessage, StillSending } from "../ui/status.tsx";

export interface FormProps<Values extends FieldValues> {
  defaultValues: DefaultValues<Values>;
  /** For example `zodResolver(schema)`; a plain function keeps zod out of pages that must stay small. */
  resolver?: Resolver<Values> | undefined;
  /**
   * Throw the client's errors: fields named in `details` show their error, and the rest appears above the
   * button.
   */
  onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<void>;
  /**
   * The message for a failure, if it differs from the error's own: `(error) => errorMessage(error,
   * messages)`.
   */
  failureMessage?: ((error: unknown) => string) | undefined;
  /** If omitted, the form has no button, and its content contains a `SubmitButton`. */
  submitLabel?: ReactNode | undefined;
  pendingLabel?: string | undefined;
  /** Shown under the button: links, small print. */
  footer?: ReactNode | undefined;
  label?: string | undefined;
  className?: string | undefined;
  /** The class of the messages, the button and the footer together: a long form keeps them in sight. */
  endClassName?: string | undefined;
  children: ReactNode | ((form: UseFormReturn<Values>) => ReactNode);
}

/**
 * A resolver whose schema is loaded when somebody starts to type: the library is larger than a page with a form. If it
 * cannot be loaded, the server's response names the fields.
 */
export function lateResolver<Values extends FieldValues, Transformed>(
  load: () => Promise<Resolver<Values, unknown, Transformed>>,
): Resolver<Values, unknown, Transformed> {
  return async (values, context, options) => {
    try {
      return await (await load())(values, context, options);
    } catch (error) {
      console.warn("The form's schema could not be loaded; the server validates", error);
      return { values: values as unknown as Transformed, errors: {} };
    }
  };
}

/** A form that always shows its errors and its pending state, and never loses what was typed. */
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
    endClassName = "contents",
    children,
  } = props;
  const form = useForm<Values>({
    defaultValues,
    mode: "onTouched",
    delayError: 250,
    ...(resolver ? { resolver } : {}),
  });
  const id = useInputBeforeHydration(form);
  const [failure, setFailure] = useState<string | null>(null);
  const clearFailure = useCallback(() => setFailure(null), []);

  async function submit(values: Values) {
    setFailure(null);
    try {
      await onSubmit(values, form);
    } catch (error) {
      const { message, fields } = readSubmitError(error);
      const known = fields.filter((field) => get(form.getValues(), field.path) !== undefined);
      for (const [index, field] of known.entries()) {
        form.setError(
          field.path as FieldPath<Values>,
          { type: "server", message: field.msg },
          { shouldFocus: index === 0 },
        );
      }
      // When every problem appears at its own field, a second message above the button does not help.
      setFailure(
        known.length > 0 && known.length === fields.length ? null : (failureMessage?.(error) ?? message),
      );
    }
  }

  return (
    <FormProvider {...form}>
      <ClearFailureContext value={clearFailure}>
        <form
          id={id}
          noValidate
          // Without a script, a GET form would put what was typed, including passwords, into the URL.
          method="post"
          aria-label={label}
          onSubmit={form.handleSubmit(submit, clearFailure)}
          onInput={clearFailure}
          className={clsx("grid gap-4", className)}
        >
          {typeof children === "function" ? children(form) : children}
          <noscript>
            <p className="text-red">This form needs JavaScript, which is switched off in this browser.</p>
          </noscript>
          <div className={endClassName}>
            <StatusMessage message={failure} tone="bad" />
            <StillSubmitting />
            {submitLabel && (
              <SubmitButton wide pendingLabel={pendingLabel}>
                {submitLabel}
              </SubmitButton>
            )}
            {footer}
          </div>
        </form>
      </ClearFailureContext>
    </FormProvider>
  );
}

const ClearFailureContext = createContext(() => {});

/** Takes the form's failure away, for another way on inside the form that may fail, too. */
export function useClearFailure(): () => void {
  return useContext(ClearFailureContext);
}

/** A component of its own, so that the whole form is not rendered again when it is sent. */
function StillSubmitting() {
  const { isSubmitting } = useFormState();
  return <StillSending pending={isSubmitting} />;
}

/** Pending while its form is being sent. */
export function SubmitButton(props: Omit<ButtonProps, "type" | "pending">) {
  const { isSubmitting } = useFormState();
  return <Button {...props} type="submit" pending={isSubmitting} />;
}

/** The parts of a failed call that a form needs: a message, and the fields with problems. */
export interface SubmitError {
  message: string;
  fields: { path: string; msg: string }[];
}

function isFieldProblem(value: unknown): value is { path: string; msg: string } {
  if (typeof value !== "object" || value === null) return false;
  return "path" in value && typeof value.path === "string" && "msg" in value && typeof value.msg === "string";
}

/**
 * Reads the error by its shape (`message`, `details: [{path, msg}]`), so that forms do not depend on the
 * client.
 */
export function readSubmitError(error: unknown): SubmitError {
  const details =
    typeof error === "object" && error !== null && "details" in error ? error.details : undefined;
  return {
    message:
      error instanceof Error && error.message ? error.message : "Something went wrong. Please try again.",
    fields: Array.isArray(details) ? details.filter(isFieldProblem) : [],
  };
}

const ignoredTypes = ["checkbox", "radio", "file"];

/**
 * Keeps what was typed into a prerendered form before its script loaded, because registering a field would
 * reset it to its default. Returns the id that the form must have.
 */
export function useInputBeforeHydration<Values extends FieldValues>(form: UseFormReturn<Values>): string {
  const id = useId();
  const typedValues = useRef<[string, string][]>([]);
  // Runs before any field is registered. While a page hydrates, the form of this id is the one from the
  // server.
  useInsertionEffect(() => {
    const element = document.getElementById(id);
    if (element instanceof HTMLFormElement) typedValues.current = readTypedValues(element);
  }, [id]);
  useEffect(() => {
    for (const [name, value] of typedValues.current)
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    typedValues.current = [];
  }, [form]);
  return id;
}

/**
 * The fields whose values differ from the prerendered ones. A select always has some value, so it keeps its
 * default.
 */
function readTypedValues(form: HTMLFormElement): [string, string][] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input[name], textarea[name]")]
    .filter(({ type, value, defaultValue }) => value !== defaultValue && !ignoredTypes.includes(type))
    .map(({ name, value }) => [name, value]);
}
