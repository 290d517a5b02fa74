import { Check } from "lucide-react";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { PasswordField } from "../../../forms/password-field.tsx";
import { passwordParts } from "../password-rule.ts";

/** A password being chosen, with each part of the rule lighting up as it is met. */
export function NewPasswordField({ name, label }: { name: string; label: string }) {
  const typed: unknown = useWatch({ name });
  const password = typeof typed === "string" ? typed : "";
  const ruleId = useId();
  return (
    <div className="grid gap-2.5">
      <PasswordField name={name} label={label} required autoComplete="new-password" aria-details={ruleId} />
      <ul id={ruleId} aria-label="The rule" className="grid gap-1 text-sm">
        {passwordParts.map((part) => (
          <RulePart key={part.label} label={part.label} holds={part.holds(password)} />
        ))}
      </ul>
    </div>
  );
}

function RulePart({ label, holds }: { label: string; holds: boolean }) {
  return (
    <li className={holds ? "flex gap-2 text-green" : "flex gap-2 text-ink-2"}>
      <span
        aria-hidden="true"
        className={
          holds
            ? "mt-0.5 grid size-4 shrink-0 place-items-center rounded-full bg-green text-on-green"
            : "mt-0.5 size-4 shrink-0 rounded-full border border-edge"
        }
      >
        {holds && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span>
        {label}
        <span className="sr-only">{holds ? ": met" : ": not yet met"}</span>
      </span>
    </li>
  );
}
