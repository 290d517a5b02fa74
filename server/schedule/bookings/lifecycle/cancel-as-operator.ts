import { type Approved, auditReason } from "../../../kernel/audit/audit-reason.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findBooking } from "../find-booking.ts";
import type { BookingRecord } from "../rules.ts";
import { performCancellation } from "../settle.ts";
import { notPendingError } from "./lock-booking.ts";

interface OperatorCancellation {
  reason: string;
  actor: AuditActor;
  approved?: Approved;
}

/**
 * Locks all parties and returns the pending bookings sorted by start. Throws `not_found`, and `conflict` if one of
 * them is no longer pending.
 */
export async function lockPending(tx: Tx, bookingIds: readonly string[]): Promise<BookingRecord[]> {
  const found = await Promise.all(bookingIds.map((id) => getBooking(tx, id)));
  await lockSubjects(
    tx,
    found.flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId]),
  );
  const bookings = await Promise.all(bookingIds.map((id) => getBooking(tx, id)));
  for (const booking of bookings) if (booking.status !== "pending") throw notPendingError(booking);
  return bookings.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

/**
 * Cancels a booking from `lockPending`: the credit is returned and both parties are told by mail. Clear the cache of
 * slots after the commit.
 */
export async function cancelLocked(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { reason, actor, approved }: OperatorCancellation,
): Promise<void> {
  const now = deps.clock.now();
  await performCancellation(deps, tx, booking, { by: "operator", forfeits: false, now });
  const subject = `booking:${booking.id}`;
  const details = { ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "booking.cancelled", subject, details, now });
}

async function getBooking(tx: Tx, id: string): Promise<BookingRecord> {
  const booking = await findBooking(tx, id);
  if (booking === null) throw new AppError("not_found", { msg: `There is no booking ${id}.` });
  return booking;
}
