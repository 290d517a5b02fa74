import clsx from "clsx";
import type { ComponentProps } from "react";

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={clsx(controlClass, className)} />;
}

/** Shared by all text controls. 16 px, because phones zoom in on fields with smaller text. */
export const controlClass =
  "block w-full min-h-11 rounded-sm border border-edge bg-card px-3.5 py-2 text-[1rem] leading-normal text-ink transition-colors placeholder:text-ink-3 hover:border-ink-3 focus:border-green focus:outline-2 focus:outline-offset-0 focus:outline-green aria-invalid:border-red aria-invalid:outline-red disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-3 read-only:bg-sunk read-only:text-ink-2";
