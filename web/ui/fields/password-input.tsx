import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { TextInput } from "./text-input.tsx";

export function PasswordInput({
  autoComplete = "current-password",
  ...rest
}: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
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
        <Icon aria-hidden="true" className="size-[1.15rem]" />
      </button>
    </span>
  );
}
