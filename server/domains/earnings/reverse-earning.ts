import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { markVoid } from "./store.ts";

interface Reversal {
  bookingId: string;
  reason: string;
  actor: AuditActor;
}

/**
 * Takes back what an interview earned, pending or credited. Was it paid out, the interviewer's next payout is so much
 * less. Throws `not_found` when the booking has no earning that stands.
 */
export async function reverseEarning(
  deps: Pick<Deps, "database" | "clock">,
  { bookingId, reason, actor }: Reversal,
): Promise<{ wasPaid: boolean }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const reversed = await markVoid(tx, { bookingId, reason, now });
    if (reversed === null) {
      throw new AppError("not_found", { msg: `No earning stands for the booking ${bookingId}.` });
    }
    const { wasPaid, ...details } = reversed;
    await recordAudit(tx, {
      actor,
      action: "earning.reversed",
      subject: `booking:${bookingId}`,
      details: { ...details, wasPaid, reason },
      now,
    });
    return { wasPaid };
  });
}
