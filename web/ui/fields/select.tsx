import clsx from "clsx";
import type { ComponentProps } from "react";
import { LineIcon } from "../actions/line-icon.tsx";
import { controlClass } from "./text-input.tsx";

/** The browser's own select, which works on every phone and with every assistive technology. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        {...rest}
        className={clsx(controlClass, "appearance-none pr-10 enabled:!bg-card enabled:!text-ink", className)}
      >
        {children}
      </select>
      <LineIcon className="pointer-events-none absolute right-3.5 top-1/2 size-4 -translate-y-1/2 text-ink-3">
        m6 9 6 6 6-6
      </LineIcon>
    </span>
  );
}
