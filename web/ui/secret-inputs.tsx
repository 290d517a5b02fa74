import clsx from "clsx";
import { type ComponentProps, useState } from "react";
import { LineIcon } from "./button.tsx";
import { TextInput } from "./fields.tsx";
import "./one-time-code-input.css";

const eye =
  "M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6";
const eyeOff =
  "M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20";

export function PasswordInput({
  autoComplete = "current-password",
  ...rest
}: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <TextInput
        {...rest}
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
      />
      <button
        type="button"
        aria-label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-sm text-ink-3 hover:text-ink focus-visible:-outline-offset-4"
      >
        <LineIcon className="size-[1.15rem]">{shown ? eyeOff : eye}</LineIcon>
      </button>
    </span>
  );
}

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
