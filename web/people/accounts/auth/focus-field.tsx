import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

/** Moves the focus to this field, if it is the first empty one of a form that replaced another. */
export function FocusField({ name }: { name: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [setFocus, name]);
  return null;
}
