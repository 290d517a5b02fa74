import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { recordAudit } from "../operator/record-audit.ts";
import { sendPasswordNotice } from "./job-definitions.ts";
import { endSessionsOf, setPassword } from "./store.ts";

interface Replacement {
  userId: string;
  passwordHash: string;
  how: "reset" | "change";
  now: Date;
}

/** A password is replaced in one way: every session ends, the owner is told by mail, the audit log remembers. */
export async function replacePassword(
  deps: Deps,
  tx: Tx,
  { userId, passwordHash, how, now }: Replacement,
): Promise<void> {
  await setPassword(tx, userId, passwordHash, now);
  await endSessionsOf(tx, userId, now);
  await recordAudit(tx, {
    actor: { userId },
    action: "password.replaced",
    subject: `user:${userId}`,
    details: { how },
    now,
  });
  await deps.jobs.send(tx, sendPasswordNotice, { userId });
}
