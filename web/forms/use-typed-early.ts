import { useEffect, useId, useInsertionEffect, useRef } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";

const notTyped = ["checkbox", "radio", "file"];

/**
 * Keeps what was typed into a prerendered form before its script had come: registering a field would put its default
 * there. Gives the id that the form must carry.
 */
export function useTypedEarly<Values extends FieldValues>(form: UseFormReturn<Values>): string {
  const id = useId();
  const typed = useRef<[string, string][]>([]);
  // Runs before any field is registered. While a page hydrates, the form of this id is the one from the server.
  useInsertionEffect(() => {
    const element = document.getElementById(id);
    if (element instanceof HTMLFormElement) typed.current = readTyped(element);
  }, [id]);
  useEffect(() => {
    for (const [name, value] of typed.current)
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    typed.current = [];
  }, [form]);
  return id;
}

/** What differs from what the page came with. A choice from a list always has some value, and is left to its default. */
function readTyped(form: HTMLFormElement): [string, string][] {
  return [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input[name], textarea[name]")]
    .filter(({ type, value, defaultValue }) => value !== defaultValue && !notTyped.includes(type))
    .map(({ name, value }) => [name, value]);
}
