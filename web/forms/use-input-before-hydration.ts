import { useEffect, useId, useInsertionEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

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
