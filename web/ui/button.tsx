import clsx from "clsx";
import type { ComponentProps, MouseEvent } from "react";
import { Spinner } from "./status.tsx";

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

export type ButtonVariant = "primary" | "quiet" | "ghost" | "accent" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

export interface ButtonClassOptions {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the full width of its container. */
  wide?: boolean | undefined;
  /**
   * A ghost button at the edge of a column: its text aligns with the edge, and only its background extends
   * beyond.
   */
  flush?: boolean | undefined;
  className?: string | undefined;
}

const variantClasses: Record<ButtonVariant, string> = {
  primary: "bg-green text-on-green border-transparent hover:bg-green-strong",
  quiet: "bg-card text-ink border-line hover:border-edge hover:bg-sunk",
  ghost: "bg-transparent text-ink-2 border-transparent hover:bg-sunk hover:text-ink",
  accent: "bg-accent text-on-accent border-transparent hover:bg-accent-strong",
  danger: "bg-red text-on-red border-transparent hover:bg-red-strong",
};

const sizeClasses: Record<ButtonSize, string> = {
  sm: "min-h-9 px-3.5 text-sm",
  md: "min-h-11 px-[1.1rem] text-base",
  lg: "min-h-13 px-6 text-lg",
};

const flushClasses: Record<ButtonSize, string> = {
  sm: "-mx-[calc(0.875rem+1px)]",
  md: "-mx-[calc(1.1rem+1px)]",
  lg: "-mx-[calc(1.5rem+1px)]",
};

/** The class of a button, for links and other elements: `<Link className={buttonClass()}>`. */
export function buttonClass({
  variant = "primary",
  size = "md",
  wide,
  flush,
  className,
}: ButtonClassOptions = {}): string {
  return clsx(
    "relative inline-flex select-none items-center justify-center gap-2 rounded-full border py-1 text-center font-semibold leading-tight no-underline transition-colors",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55",
    variantClasses[variant],
    sizeClasses[size],
    wide && "w-full",
    flush && flushClasses[size],
    className,
  );
}

/** An icon of lines, for public pages, which do not load the icon set. `children` is its path. */
export function LineIcon({ children, className }: { children: string; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={children} />
    </svg>
  );
}
