import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("inline-flex min-h-11 items-center gap-3 text-base", className)}>
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-green" />
      <span>{label}</span>
    </label>
  );
}
