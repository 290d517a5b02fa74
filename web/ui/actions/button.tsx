import type { ComponentProps, MouseEvent } from "react";
import { Spinner } from "../status/spinner.tsx";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
  flush?: boolean | undefined;
  /** An action is in progress: a spinner replaces the label, the width stays, and screen readers are told. */
  pending?: boolean | undefined;
  pendingLabel?: string | undefined;
  /** Looks and announces disabled, but stays focusable; activating it calls `onActivateWhileDisabled`. */
  inactive?: boolean | undefined;
  onActivateWhileDisabled?: (() => void) | undefined;
}

export function Button({
  variant,
  size,
  wide,
  flush,
  pending = false,
  pendingLabel = "Working…",
  inactive = false,
  onActivateWhileDisabled,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (!pending && !inactive) return onClick?.(event);
    event.preventDefault();
    if (!pending) onActivateWhileDisabled?.();
  }
  return (
    <>
      <button
        {...rest}
        type={type}
        aria-disabled={pending || inactive || undefined}
        aria-busy={pending || undefined}
        onClick={handleClick}
        className={buttonClass({ variant, size, wide, flush, className })}
      >
        <span className={pending ? "contents [&>*]:opacity-0" : "contents"}>
          <span className="inline-flex items-center justify-center gap-2">{children}</span>
        </span>
        {pending && <Spinner className="absolute" />}
      </button>
      <span role="status" className="sr-only">
        {pending ? pendingLabel : ""}
      </span>
    </>
  );
}
