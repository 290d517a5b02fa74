import clsx from "clsx";
import type { ComponentProps } from "react";
import "./one-time-code-input.css";

/** Six digits in one field, so that pasting, autofill from a message, and screen readers all work. */
export function OneTimeCodeInput({
  className,
  onInput,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "maxLength">) {
  return (
    <input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      maxLength={6}
      spellCheck={false}
      onInput={(event) => {
        // A code that is copied from a mail often contains spaces.
        const digits = event.currentTarget.value.replace(/\D/g, "");
        if (digits !== event.currentTarget.value) event.currentTarget.value = digits;
        onInput?.(event);
      }}
      onPaste={(event) => {
        const digits = event.clipboardData.getData("text").replace(/\D/g, "").slice(0, 6);
        if (digits.length !== 6) return;
        event.preventDefault();
        document.execCommand("selectAll");
        document.execCommand("insertText", false, digits);
      }}
      className={clsx("one-time-code-input", className)}
    />
  );
}
