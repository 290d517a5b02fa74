import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("inline-flex min-h-11 items-center gap-3 text-base", className)}>
      <input {...rest} type="checkbox" className={checkboxClass} />
      <span>{label}</span>
    </label>
  );
}

/**
 * The class of a checkbox. It is drawn by us, because the browser's own is gray in the dark theme and looks disabled.
 * With forced colors and on paper it is the browser's, because neither shows backgrounds.
 */
export const checkboxClass = clsx(
  "grid size-5 shrink-0 appearance-none place-content-center rounded-[0.3125rem] border-2 border-edge bg-card enabled:hover:border-ink-2",
  "checked:border-green checked:bg-green enabled:checked:hover:border-green-strong",
  "before:size-3 before:scale-0 before:bg-on-green before:content-[''] checked:before:scale-100",
  "before:[clip-path:polygon(12%_46%,0_60%,40%_96%,100%_20%,86%_8%,38%_68%)]",
  "disabled:cursor-not-allowed disabled:opacity-60 forced-colors:appearance-auto forced-colors:before:hidden",
  "print:appearance-auto print:before:hidden",
);
