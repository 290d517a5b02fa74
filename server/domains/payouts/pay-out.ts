import type { Paise } from "@greenroom/contract/money.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { mailPayout } from "./job-definitions.ts";
import { formatPaise } from "./rules.ts";
import { insertPayout, selectDueLines } from "./store.ts";

interface Payout {
  interviewer: { id: string; email: string };
  /** The bank's name for the transfer. */
  reference: string;
  /** What was transferred; null: whatever is due at this moment. */
  amountPaise: Paise | null;
}

/**
 * Writes down that what is due to an interviewer was transferred: one payout with all its earnings. Each earning is paid
 * once, whoever does this at the same moment. Throws `conflict` when nothing is due, when another sum is due than was
 * transferred, and for a reference that was used before.
 */
export async function payOut(
  deps: Pick<Deps, "database" | "clock" | "jobs">,
  { interviewer, reference, amountPaise: transferred }: Payout,
  actor: AuditActor,
): Promise<{ payoutId: string; amountPaise: Paise; interviews: number }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`payout:${interviewer.id}`]);
    const lines = await selectDueLines(tx, interviewer.id);
    const amountPaise = lines.reduce((sum, line) => sum + line.amountPaise, 0);
    if (amountPaise <= 0) throw new AppError("conflict", { msg: `Nothing is due to ${interviewer.email}.` });
    if (transferred !== null && transferred !== amountPaise) {
      throw new AppError("conflict", {
        msg: `${formatPaise(amountPaise)} is due to ${interviewer.email}, not ${formatPaise(transferred)}. Nothing was written down.`,
      });
    }
    const payout = { interviewerId: interviewer.id, amountPaise, reference, paidAt: now };
    const payoutId = await insertPayout(tx, payout, lines);
    await recordAudit(tx, {
      actor,
      action: "payout.paid",
      subject: `user:${interviewer.id}`,
      details: { payoutId, amountPaise, reference, lines: lines.length },
      now,
    });
    await deps.jobs.send(tx, mailPayout, { payoutId });
    return { payoutId, amountPaise, interviews: lines.filter(({ kind }) => kind === "earned").length };
  });
}
