import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { Deps } from "../../../kernel/deps.ts";

/**
 * argon2id with OWASP's first recommended setting (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane.
 */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One keyboard sends "é" as one character, another as two, so a password is hashed in one form (NFC). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), argon2Options);
}

/**
 * Hashes a sign-up's password. All sign-ups of one address share a salt, so that equal passwords have equal hashes
 * and we can tell a person's second attempt from an attacker's. Different addresses have different salts, and only
 * the server's secret allows computing one in advance.
 */
export function hashSignupPassword(
  deps: Pick<Deps, "hmac">,
  email: string,
  password: string,
): Promise<string> {
  return hash(password.normalize("NFC"), {
    ...argon2Options,
    salt: deps.hmac("signup-salt", email).subarray(0, 16),
  });
}

let decoyHash: Promise<string> | undefined;

/**
 * Checks a password in each of its forms, because older hashes are of the form that the keyboard sent. Without a stored
 * hash it checks a decoy, so that timing does not reveal who has an account.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword("a password that nobody has");
  const checkedHash = storedHash ?? (await decoyHash);
  let isRight = false;
  for (const form of new Set([password.normalize("NFC"), password.normalize("NFD"), password])) {
    if (await verify(checkedHash, form)) isRight = true;
  }
  return isRight && storedHash !== null;
}

/** The hash of a random password, for an account that is closed. */
export function hashRandomPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString("base64url"));
}
