import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError } from "../../kernel/errors.ts";
import { getUser } from "./store.ts";

/**
 * Takes the lock that the deletion of an account takes, and holds it until the transaction ends, so that nothing is
 * stored for a person whose data were erased while a request was under way. Throws `not_found` if the account is
 * deleted.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  if (await isDeletedWhenLocked(tx, userId)) throw deletedAccountError();
}

export function deletedAccountError(): AppError {
  return new AppError("not_found", { msg: "This account no longer exists." });
}

/** Takes the same lock, and returns true if the account is deleted. */
export async function isDeletedWhenLocked(tx: Tx, userId: string): Promise<boolean> {
  await lockSubjects(tx, [userId]);
  return (await getUser(tx, userId)).deletedAt !== null;
}
