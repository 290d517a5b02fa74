import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** argon2id with OWASP's first recommended setting (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, settings);
}

let decoy: Promise<string> | undefined;

/** Checks a password. Without a stored hash it works as long on a decoy, so that timing does not tell who has an account. */
export async function isPassword(storedHash: string | null, password: string): Promise<boolean> {
  if (storedHash !== null) return verify(storedHash, password);
  decoy ??= hashPassword("a password that nobody has");
  await verify(await decoy, password);
  return false;
}

/** The hash of a password that nobody knows, for an account that is closed. */
export function makeUselessHash(): Promise<string> {
  return hashPassword(randomBytes(32).toString("base64url"));
}
