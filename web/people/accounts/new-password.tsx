import { trustedTypesPolicies } from "@greenroom/contract/kernel/trusted-types.ts";
import { passwordTooEasyMessage } from "@greenroom/contract/people/accounts.ts";
import type { Weakness } from "@greenroom/contract/people/password-strength.ts";
import { Check } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { type FieldErrors, type FieldValues, type Resolver, useFormContext, useWatch } from "react-hook-form";
import { trustScriptUrl } from "../../app/trusted-types.ts";
import { PasswordField } from "../../forms/secret-fields.tsx";
import { passwordRequirements, weaknessTexts } from "./messages.ts";
import type { PasswordRequest, PasswordResponse } from "./password-worker.ts";
import workerAddress from "./password-worker.ts?worker&url";

/**
 * A form's field for a new password, and the address and names in the form that the password must not
 * contain.
 */
export interface NewPassword {
  field: string;
  personal: (values: FieldValues) => readonly string[];
}

const onlyStrings = (values: unknown[]) => values.filter((value) => typeof value === "string");

export const signUpPassword: NewPassword = {
  field: "password",
  personal: ({ email, firstName, lastName }) => onlyStrings([email, firstName, lastName]),
};
export const resetPasswordField: NewPassword = {
  field: "newPassword",
  personal: ({ email }) => onlyStrings([email]),
};

/** A resolver that also refuses a password that is too easy, once everything else is valid. */
export function withPasswordCheck<Values extends FieldValues>(
  resolver: Resolver<Values>,
  { field, personal }: NewPassword,
): Resolver<Values> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options);
    const password: unknown = values[field];
    if (field in result.errors || typeof password !== "string") return result;
    if (!isWeak(await checkPassword(password, personal(values)))) return result;
    const problem = { [field]: { type: "easy", message: passwordTooEasyMessage } } as FieldErrors<Values>;
    return { values: {}, errors: { ...result.errors, ...problem } };
  };
}

/** The field for a new password. Each part of the rule is ticked as soon as it is met. */
export function NewPasswordField({ label, newPassword }: { label: string; newPassword: NewPassword }) {
  const values = useWatch();
  const fieldValue: unknown = values[newPassword.field];
  const password = typeof fieldValue === "string" ? fieldValue : "";
  const verdict = usePasswordVerdict(password, newPassword.personal(values));
  const requirementsId = useId();
  const { clearErrors, getFieldState } = useFormContext();
  // A name or address in it was the reason, and was changed at another field.
  const isRepaired = verdict === "hard" && getFieldState(newPassword.field).error?.type === "easy";
  useEffect(() => {
    if (isRepaired) clearErrors(newPassword.field);
  }, [isRepaired, clearErrors, newPassword.field]);
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
          <PasswordRequirement
            label={`Not easy to guess${isWeak(verdict) ? `: ${weaknessTexts[verdict]}` : ""}`}
            holds={verdict === "hard"}
          />
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

/** How long typing must pause before the password is checked, in milliseconds. */
const debounceMilliseconds = 150;

/** The result for the password in the field; null while it is checked, and when the field is empty. */
export function usePasswordVerdict(password: string, personal: readonly string[]): PasswordVerdict | null {
  const [latest, setKnown] = useState<{ question: string; verdict: PasswordVerdict } | null>(null);
  const question = JSON.stringify([password, ...personal]);
  useEffect(() => {
    const [typed = "", ...personalWords] = JSON.parse(question) as string[];
    if (typed === "") return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const verdict = await checkPassword(typed, personalWords);
      if (isCurrent) setKnown({ question, verdict });
    }, debounceMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question]);
  return latest?.question === question ? latest.verdict : null;
}

/** Why it is easy to guess. `unknown`: the estimator could not be loaded, or not in time. The server checks anyway. */
export type PasswordVerdict = Weakness | "hard" | "unknown";

function isWeak(verdict: PasswordVerdict | null): verdict is Weakness {
  return verdict !== null && verdict !== "hard" && verdict !== "unknown";
}

/** How long a form waits for the estimator, which is large. In milliseconds. */
const timeoutMilliseconds = 4000;

let worker: Worker | null = null;
let lastId = 0;
const pendingRequests = new Map<number, (verdict: PasswordVerdict) => void>();
/** The last check, because a form repeats it with every keystroke in its other fields. */
let lastCheck: { question: string; verdict: Promise<PasswordVerdict> } | null = null;

/** Starts loading the estimator. Call it when a field for a new password gets the focus. */
export function loadPasswordCheck(): void {
  if (worker !== null) return;
  const address = trustScriptUrl(
    trustedTypesPolicies.passwordWorker,
    workerAddress,
    (url) => url === workerAddress,
  );
  worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<PasswordResponse>) => {
    pendingRequests.get(data.id)?.(data.weakness ?? "hard");
  });
  worker.addEventListener("error", () => {
    console.warn("The password estimator could not be loaded; the server checks the password");
    for (const settle of [...pendingRequests.values()]) settle("unknown");
    worker = null;
    lastCheck = null;
  });
}

/** Whether a new password is too easy to guess, by the same rule as the server's. */
export function checkPassword(password: string, personal: readonly string[]): Promise<PasswordVerdict> {
  const question = JSON.stringify([password, personal]);
  if (lastCheck?.question === question) return lastCheck.verdict;
  const verdict = requestVerdict(password, personal);
  lastCheck = { question, verdict };
  return verdict;
}

function requestVerdict(password: string, personal: readonly string[]): Promise<PasswordVerdict> {
  loadPasswordCheck();
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      lastCheck = null;
      settle("unknown");
    }, timeoutMilliseconds);
    const settle = (verdict: PasswordVerdict) => {
      clearTimeout(timer);
      pendingRequests.delete(id);
      resolve(verdict);
    };
    pendingRequests.set(id, settle);
    worker?.postMessage({ id, password, personal } satisfies PasswordRequest);
  });
}
