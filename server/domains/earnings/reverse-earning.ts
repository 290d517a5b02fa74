import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../core/errors.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { lockValidEarning, markVoid } from "./store.ts";

interface Reversal {
  bookingId: string;
  reason: string;
  actor: AuditActor;
}

/**
 * Takes back the earning of an interview, pending or credited. If it was paid out, the interviewer's next payout is
 * reduced. Throws `not_found` if the booking has no valid earning.
 */
export async function reverseEarning(
  deps: Pick<Deps, "database" | "clock">,
  reversal: Reversal,
): Promise<{ wasPaid: boolean }> {
  return await inTransaction(deps.database, (tx) => reverseInTransaction(deps, tx, reversal));
}

/** Does the same within the caller's transaction. */
export async function reverseInTransaction(
  deps: Pick<Deps, "clock">,
  tx: Tx,
  { bookingId, reason, actor }: Reversal,
): Promise<{ wasPaid: boolean }> {
  const now = deps.clock.now();
  const reversed = await markVoid(tx, { bookingId, reason, now });
  if (reversed === null) throw noEarningError(bookingId);
  const { wasPaid, ...details } = reversed;
  await recordAudit(tx, {
    actor,
    action: "earning.reversed",
    subject: `booking:${bookingId}`,
    details: { ...details, wasPaid, reason },
    now,
  });
  return { wasPaid };
}

/** The earning that would be taken back, locked until the transaction ends. Throws `not_found`. */
export async function planReversal(tx: Tx, bookingId: string) {
  const earning = await lockValidEarning(tx, bookingId);
  if (earning === null) throw noEarningError(bookingId);
  return earning;
}

const noEarningError = (bookingId: string) =>
  new AppError("not_found", { msg: `The booking ${bookingId} has no valid earning.` });
