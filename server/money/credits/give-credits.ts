import { type Approved, auditReason } from "../../kernel/audit/audit-reason.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { grantCredits } from "./grant-credits.ts";

interface Gift {
  user: { id: string; role: string };
  sessions: number;
  /** Shown in the user's credit history. */
  reason: string;
  actor: AuditActor;
  /** Set if the number required a second operator. */
  approved?: Approved;
}

/** Gives an interviewee free credits. Throws `conflict` for an interviewer, who cannot book. */
export async function giveCredits(
  deps: Pick<Deps, "database" | "clock">,
  gift: Gift,
): Promise<{ balance: number }> {
  return await inTransaction(deps.database, (tx) => giveCreditsInTransaction(deps, tx, gift));
}

/** Does the same within the caller's transaction. */
export async function giveCreditsInTransaction(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { user, sessions, reason, actor, approved }: Gift,
): Promise<{ balance: number; lotId: string }> {
  if (user.role === "interviewer") {
    throw new AppError("conflict", { msg: "This is an interviewer, who has no sessions to book." });
  }
  const now = deps.clock.now();
  const { balance, lotId } = await grantCredits(tx, {
    userId: user.id,
    source: "gift",
    sessions,
    pricePaise: 0,
    reason,
    now,
  });
  await recordAudit(tx, {
    actor,
    action: "credits.granted",
    subject: `user:${user.id}`,
    details: { sessions, lotId, ...auditReason(reason, approved) },
    now,
  });
  return { balance, lotId };
}
