import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./text-input.tsx";

/** Grows with its text if the browser supports that; otherwise the user can resize it. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={clsx(controlClass, "max-h-96 resize-y [field-sizing:content] min-h-28", className)}
    />
  );
}
