import { Check } from "lucide-react";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { PasswordField } from "../../forms/secret-fields.tsx";
import { passwordRequirements } from "./messages.ts";

/**
 * The field for a new password. Each part of the rule is ticked as soon as it is met; whether it is easy to guess, the
 * server says.
 */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const value: unknown = useWatch({ name });
  const password = typeof value === "string" ? value : "";
  const requirementsId = useId();
  return (
    <div className="grid gap-2.5">
      <PasswordField
        name={name}
        label={label}
        required
        autoComplete="new-password"
        aria-details={requirementsId}
      />
      <ul id={requirementsId} aria-label="Password requirements" className="grid gap-1 text-sm">
        {passwordRequirements.map((part) => (
          <PasswordRequirement key={part.label} label={part.label} holds={part.isMet(password)} />
        ))}
      </ul>
    </div>
  );
}

function PasswordRequirement({ label, holds: isMet }: { label: string; holds: boolean }) {
  return (
    <li className={isMet ? "flex gap-2 text-green" : "flex gap-2 text-ink-2"}>
      <span
        aria-hidden="true"
        className={
          isMet
            ? "mt-0.5 grid size-4 shrink-0 place-items-center rounded-full bg-green text-on-green"
            : "mt-0.5 size-4 shrink-0 rounded-full border border-edge"
        }
      >
        {isMet && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span>
        {label}
        <span className="sr-only">{isMet ? ": met" : ": not yet met"}</span>
      </span>
    </li>
  );
}
