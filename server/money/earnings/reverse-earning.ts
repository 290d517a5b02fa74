import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { voidEarning } from "./earning-status.ts";
import { mailReversal } from "./job-definitions.ts";
import { lockValidEarning, wasVoided } from "./store.ts";

interface Reversal {
  bookingId: string;
  reason: string;
  actor: AuditActor;
}

/**
 * Takes back the earning of an interview, pending or credited, and mails the reason to the interviewer. If it was paid
 * out, their next payout is reduced. Throws `conflict` if it was taken back already, and `not_found` if the booking has
 * none.
 */
export async function reverseInTransaction(
  deps: Pick<Deps, "clock" | "jobs">,
  tx: Tx,
  { bookingId, reason, actor }: Reversal,
): Promise<{ wasPaid: boolean }> {
  const now = deps.clock.now();
  const reversed = await voidEarning(tx, { bookingId, reason, now });
  if (reversed === null) throw await noEarningError(tx, bookingId);
  const { wasPaid, payoutState, ...details } = reversed;
  await recordAudit(tx, {
    actor,
    action: "earning.reversed",
    subject: `booking:${bookingId}`,
    details: { ...details, wasPaid, reason },
    now,
  });
  await deps.jobs.enqueue(tx, mailReversal, { bookingId, payoutState });
  return { wasPaid };
}

/** The earning that a decision would void, locked until the transaction ends; null if there is none. */
export async function findReversible(tx: Tx, bookingId: string) {
  return await lockValidEarning(tx, bookingId);
}

/** The earning that would be taken back, locked until the transaction ends. Throws as `reverseInTransaction` does. */
export async function planReversal(tx: Tx, bookingId: string) {
  const earning = await lockValidEarning(tx, bookingId);
  if (earning === null) throw await noEarningError(tx, bookingId);
  return earning;
}

async function noEarningError(tx: Tx, bookingId: string): Promise<AppError> {
  return (await wasVoided(tx, bookingId))
    ? new AppError("conflict", { msg: "The earning of this interview has been taken back already." })
    : new AppError("not_found", { msg: `The booking ${bookingId} has no earning that could be taken back.` });
}
