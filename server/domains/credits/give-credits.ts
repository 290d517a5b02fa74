import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { grantCredits } from "./grant-credits.ts";

interface Gift {
  user: { id: string; role: string };
  sessions: number;
  /** What the person reads in their ledger. */
  reason: string;
  actor: AuditActor;
}

/** Gives an interviewee sessions that nobody paid for. Throws `conflict` for an interviewer, who books none. */
export async function giveCredits(
  deps: Pick<Deps, "database" | "clock">,
  { user, sessions, reason, actor }: Gift,
): Promise<{ balance: number }> {
  if (user.role === "interviewer") {
    throw new AppError("conflict", { msg: "This is an interviewer, who has no sessions to book." });
  }
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
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
      details: { sessions, reason, lotId },
      now,
    });
    return { balance };
  });
}
