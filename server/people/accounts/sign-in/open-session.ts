import type { Session } from "@greenroom/contract/people/accounts.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { saveDevice } from "../browsers/device-store.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { sendNewDeviceNotice } from "../job-definitions.ts";
import { presentUser } from "../profile/present.ts";
import { sessionExpiry } from "../rules.ts";
import { insertSession, type UserRow } from "../store.ts";
import { newToken } from "./tokens.ts";

interface Opening {
  /** Locked or new in this transaction, so that it cannot be blocked or deleted meanwhile. */
  user: UserRow;
  requester: Requester;
  now: Date;
  /** True if the account was created at the same moment, so that no mail about its first browser is sent. */
  isFirst?: boolean;
}

/**
 * Signs a user in. Only this function creates tokens, so every way of signing in checks the account,
 * remembers the browser and notifies the owner about a new one.
 */
export async function openSession(
  deps: Deps,
  tx: Tx,
  { user, requester, now, isFirst = false }: Opening,
): Promise<Session> {
  if (user.blockedAt !== null)
    throw new AppError("forbidden", { msg: "This account is blocked. Please contact support." });
  const token = newToken();
  await insertSession(tx, {
    userId: user.id,
    token,
    now,
    expiresAt: sessionExpiry(now),
    userAgent: requester.userAgent,
  });
  const newDeviceId = await saveDevice(tx, { userId: user.id, requester, now });
  if (newDeviceId !== null && !isFirst)
    await deps.jobs.enqueue(tx, sendNewDeviceNotice, { deviceId: newDeviceId });
  return { user: await presentUser(tx, user), token };
}
