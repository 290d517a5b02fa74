import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { forgetSlots } from "../availability/cache-slots.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { findBooking } from "./find-booking.ts";
import { notPending } from "./lock-booking.ts";
import { withdrawBooking } from "./withdraw-booking.ts";

interface OperatorCancellation {
  bookingId: string;
  reason: string;
  actor: AuditActor;
}

/**
 * We call an interview off: the session comes back and both parties are told by mail. Throws `not_found`, and `conflict`
 * when it is not pending any more.
 */
export async function cancelForOperator(
  deps: Deps,
  { bookingId, reason, actor }: OperatorCancellation,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const found = await findBooking(tx, bookingId);
    if (found === null) throw new AppError("not_found", { msg: `There is no booking ${bookingId}.` });
    await lockSubjects(tx, [found.intervieweeId, found.interviewerId]);
    const booking = await findBooking(tx, bookingId);
    if (booking?.status !== "pending") throw notPending(booking ?? found);
    await withdrawBooking(deps, tx, booking, { by: "operator", forfeits: false, now });
    const subject = `booking:${bookingId}`;
    await recordAudit(tx, { actor, action: "booking.cancelled", subject, details: { reason }, now });
  });
  forgetSlots(deps);
}
