import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import type { Role } from "@greenroom/contract/people/accounts.ts";
import { deleteFormerNames } from "../../kernel/audit/former-names.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { deleteDevicesOf } from "./browsers/device-store.ts";
import { deleteOneTimeCodes } from "./codes/one-time-code-store.ts";
import { anonymizeUser, endAllSessions, getUser, lockUser } from "./store.ts";

interface AccountClosing {
  userId: string;
  email: string;
  /** The hash of a random password. */
  passwordHash: string;
  now: Date;
}

/** The address that a person's codes are mailed to. */
export async function getEmail(database: Database | Tx, userId: string): Promise<string> {
  return (await getUser(database, userId)).email;
}

export async function getFullName(database: Database | Tx, userId: string): Promise<string> {
  return fullName(await getUser(database, userId));
}

export async function getAccountRights(
  database: Database | Tx,
  userId: string,
): Promise<{ role: Role; isOperator: boolean }> {
  const { role, isOperator } = await getUser(database, userId);
  return { role, isOperator };
}

/**
 * Removes everything from an account that identifies its owner, blocks it and ends its sign-ins. The address can
 * sign up again.
 */
export async function closeAccount(
  tx: Tx,
  { userId, email, passwordHash, now }: AccountClosing,
): Promise<void> {
  // A sign-in that is under way ends first, so that its session is ended too.
  await lockUser(tx, userId);
  await endAllSessions(tx, userId, now);
  await deleteOneTimeCodes(tx, email);
  await deleteDevicesOf(tx, userId);
  await deleteFormerNames(tx, userId);
  await anonymizeUser(tx, userId, { passwordHash, now });
}
