import { useEffect } from "react";
import { useFormContext } from "react-hook-form";

/** Inside a form that took another's place: the keyboard and the screen reader go on from its first empty field. */
export function FirstFocus({ name }: { name: string }) {
  const { setFocus } = useFormContext();
  useEffect(() => setFocus(name), [setFocus, name]);
  return null;
}
