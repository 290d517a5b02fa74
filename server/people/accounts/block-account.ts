import type { Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { endAllSessions, findUserByEmail, setBlocked } from "./store.ts";

interface BlockChange {
  email: string;
  isBlocked: boolean;
  now: Date;
}

/**
 * Blocks an account, which ends its sign-ins and refuses new ones, or unblocks it. `hasChanged` is false if it
 * already was as requested. Throws `not_found`.
 */
export async function blockAccount(
  tx: Tx,
  { email, isBlocked, now }: BlockChange,
): Promise<{ userId: string; hasChanged: boolean }> {
  const user = await findUserByEmail(tx, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  if ((user.blockedAt !== null) === isBlocked) return { userId: user.id, hasChanged: false };
  await setBlocked(tx, user.id, isBlocked ? now : null);
  if (isBlocked) await endAllSessions(tx, user.id, now);
  return { userId: user.id, hasChanged: true };
}
