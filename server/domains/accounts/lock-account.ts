import { AppError } from "../../core/errors.ts";
import type { Tx } from "../../db/database.ts";
import { lockSubjects } from "../../db/transaction.ts";
import { getUser } from "./store.ts";

/**
 * Takes the lock that the deletion of an account takes, and holds it until the transaction ends, so that nothing is
 * stored for a person whose data were erased while a request was under way. Throws `not_found` if the account is
 * deleted.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await lockSubjects(tx, [userId]);
  if ((await getUser(tx, userId)).deletedAt === null) return;
  throw deletedAccountError();
}

export function deletedAccountError(): AppError {
  return new AppError("not_found", { msg: "This account no longer exists." });
}
