import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, type ButtonSize, buttonClass } from "./button-class.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook | undefined;
  size?: ButtonSize | undefined;
  wide?: boolean | undefined;
  flush?: boolean | undefined;
  /** Something is under way: the label gives its place to a spinner, keeps its width, and says so. */
  pending?: boolean | undefined;
  pendingLabel?: string | undefined;
  /** Looks and announces disabled, yet stays focusable; activating it calls `onActivateWhileDisabled`. */
  inactive?: boolean | undefined;
  onActivateWhileDisabled?: (() => void) | undefined;
}

export function Button({
  look,
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
        className={buttonClass({ look, size, wide, flush, className })}
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
