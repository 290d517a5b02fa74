import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { forgetOtherDevices } from "../browsers/device-store.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { sendPasswordNotice } from "../job-definitions.ts";
import { endAllSessions, setPassword } from "../store.ts";

interface PasswordReplacement {
  /** The browser that the account continues to know. */
  requester: Requester;
  userId: string;
  passwordHash: string;
  how: "reset" | "change";
  now: Date;
}

/**
 * Replaces a password, ends every sign-in, deletes the account's other known browsers, notifies the owner by mail,
 * and writes the audit log.
 */
export async function replacePassword(
  deps: Deps,
  tx: Tx,
  { requester, userId, passwordHash, how, now }: PasswordReplacement,
): Promise<void> {
  await setPassword(tx, userId, passwordHash, now);
  await endAllSessions(tx, userId, now);
  await forgetOtherDevices(tx, userId, requester);
  await recordAudit(tx, {
    actor: { userId },
    action: "password.replaced",
    subject: `user:${userId}`,
    details: { how },
    now,
  });
  await deps.jobs.enqueue(tx, sendPasswordNotice, { userId });
}
