import { Check } from "lucide-react";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { PasswordField } from "../../../forms/password-field.tsx";
import type { NewPassword } from "./new-password.ts";
import { loadPasswordCheck } from "./password-check.ts";
import { passwordRequirements } from "./password-requirements.ts";
import { usePasswordVerdict } from "./use-password-verdict.ts";

/** The field for a new password. Each part of the rule is ticked as soon as it is met. */
export function NewPasswordField({ label, newPassword }: { label: string; newPassword: NewPassword }) {
  const values = useWatch();
  const fieldValue: unknown = values[newPassword.field];
  const password = typeof fieldValue === "string" ? fieldValue : "";
  const verdict = usePasswordVerdict(password, newPassword.personal(values));
  const requirementsId = useId();
  return (
    <div className="grid gap-2.5">
      <PasswordField
        name={newPassword.field}
        label={label}
        required
        autoComplete="new-password"
        aria-details={requirementsId}
        onFocus={loadPasswordCheck}
      />
      <ul id={requirementsId} aria-label="Password requirements" className="grid gap-1 text-sm">
        {passwordRequirements.map((part) => (
          <PasswordRequirement key={part.label} label={part.label} holds={part.isMet(password)} />
        ))}
        {/* Without the estimator the page cannot tell, and the server checks. */}
        {verdict !== "unknown" && (
          <PasswordRequirement label="Not easy to guess" holds={verdict === "hard"} />
        )}
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
