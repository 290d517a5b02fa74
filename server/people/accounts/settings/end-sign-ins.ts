import type { Actor } from "../../../kernel/actor.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { endAllSessions } from "../store.ts";
import { endSignIns } from "./sign-in-store.ts";

/**
 * Signs out one of the user's own browsers. Throws `not_found` for another user's sign-in, and for one that has
 * ended.
 */
export async function endSignIn(deps: Deps, actor: Actor, id: string): Promise<void> {
  const ended = await end(deps, actor, { only: id });
  if (ended === 0) throw new AppError("not_found", { msg: "This browser is no longer signed in." });
}

/** Signs out every browser of the user except the one that makes the request. */
export async function endOtherSignIns(deps: Deps, actor: Actor): Promise<{ msg: string }> {
  const ended = await end(deps, actor, { allBut: actor.sessionId });
  if (ended === 0) return { msg: "No other browser was signed in." };
  return {
    msg: ended === 1 ? "1 other browser was signed out." : `${ended} other browsers were signed out.`,
  };
}

async function end(
  deps: Deps,
  { userId }: Actor,
  which: { only: string } | { allBut: string },
): Promise<number> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const ended = await endSignIns(tx, { userId, which, now });
    if (ended > 0) {
      await recordAudit(tx, {
        actor: { userId },
        action: "session.ended",
        subject: `user:${userId}`,
        details: { count: ended, which: "only" in which ? "one" : "all others" },
        now,
      });
    }
    return ended;
  });
}

/** Signs a user out everywhere, on behalf of another person. */
export async function endEverySignIn(
  tx: Tx,
  userId: string,
  { actor, reason, now }: { actor: AuditActor; reason: string; now: Date },
): Promise<void> {
  await endAllSessions(tx, userId, now);
  await recordAudit(tx, {
    actor,
    action: "session.ended",
    subject: `user:${userId}`,
    details: { which: "all", reason },
    now,
  });
}
