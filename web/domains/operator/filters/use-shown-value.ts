import { useEffect, useRef } from "react";

/**
 * For a text field that applies later: shows a new value of the address in it. The field stays the same element, so
 * that it keeps the focus when Enter applies it.
 */
export function useShownValue(value: string) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return field;
}
