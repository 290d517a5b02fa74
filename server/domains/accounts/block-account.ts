import type { Tx } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { endSessionsOf, findUserByEmail, setBlocked } from "./store.ts";

interface Blocking {
  email: string;
  isBlocked: boolean;
  now: Date;
}

/**
 * Blocks an account, which ends its sessions and lets nobody in any more, or lets it in again. `hasChanged` is false when
 * it was so already. Throws `not_found`.
 */
export async function blockAccount(
  tx: Tx,
  { email, isBlocked, now }: Blocking,
): Promise<{ userId: string; hasChanged: boolean }> {
  const user = await findUserByEmail(tx, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  if ((user.blockedAt !== null) === isBlocked) return { userId: user.id, hasChanged: false };
  await setBlocked(tx, user.id, isBlocked ? now : null);
  if (isBlocked) await endSessionsOf(tx, user.id, now);
  return { userId: user.id, hasChanged: true };
}
