import { randomInt } from "node:crypto";
import type { Deps } from "../../kernel/deps.ts";

/** The characters of a code, without letters and digits that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const codeLength = 12;
export const recoveryCodeCount = 10;

/** Ten new codes of 59 bits each, as they are stored and compared. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  );
}

/** Formats a code for people: `7k3m-9xqd-w2hf`. */
export function formatRecoveryCode(code: string): string {
  return (code.match(/.{4}/g) ?? []).join("-");
}

export function hashRecoveryCode({ hmac }: Pick<Deps, "hmac">, userId: string, code: string): Buffer {
  return hmac("operator-recovery-code", `${userId}:${code}`);
}
