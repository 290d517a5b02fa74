import type { Session } from "@greenroom/contract/accounts.ts";
import type { Tx } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { presentUser } from "./present.ts";
import { sessionExpiry } from "./rules.ts";
import { insertSession, type UserRow } from "./store.ts";
import { newToken } from "./tokens.ts";

/** Opens a session. The one place where a token comes to be, so every way in makes the same checks of the account. */
export async function openSession(tx: Tx, user: UserRow, now: Date): Promise<Session> {
  if (user.blockedAt !== null)
    throw new AppError("forbidden", { msg: "This account is blocked. Please contact support." });
  const token = newToken();
  await insertSession(tx, { userId: user.id, token, now, expiresAt: sessionExpiry(now) });
  return { user: await presentUser(tx, user), token };
}
