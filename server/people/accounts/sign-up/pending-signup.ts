import { maxNameLength } from "@greenroom/contract/kernel/names.ts";
import type { PendingSignup } from "../../../kernel/db/stored-json.ts";

/** A sign-up that was started and not finished. */
export interface PendingStart {
  form: PendingSignup;
  tokenHash: Buffer | null;
}

/**
 * Chooses the form for the new account from the pending sign-ups of its address, newest first; null if that is
 * ambiguous. A code proves the mailbox, but not who filled in the form. So a token chooses its own sign-up or none,
 * and without a token all sign-ups must have the same password, which shows in equal hashes (`hashSignupPassword`).
 */
export function chooseSignup(starts: PendingStart[], tokenHash: Buffer | null): PendingSignup | null {
  if (tokenHash !== null) return starts.find((start) => start.tokenHash?.equals(tokenHash))?.form ?? null;
  const passwords = new Set(starts.map(({ form }) => form.passwordHash));
  return passwords.size === 1 ? (starts[0]?.form ?? null) : null;
}

/**
 * The content of an account whose form was not proven: nothing from any form. The owner enters their name and
 * mobile number later, because those from an attacker's form would be shown to interviewers.
 */
export function formWithoutProof(
  email: string,
): Omit<PendingSignup, "passwordHash"> & { passwordHash: null } {
  const mailbox = email.slice(0, email.lastIndexOf("@"));
  // Words of the address, which may be a domain itself.
  const words = mailbox
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, maxNameLength);
  const name = /\p{L}/u.test(words) ? words : "Member";
  return { firstName: name, lastName: "", mobileNumber: "", passwordHash: null };
}
