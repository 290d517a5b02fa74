import type { Actor } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { lockSubjects } from "../../../kernel/db/transaction.ts";
import { AppError } from "../../../kernel/errors.ts";
import { getOwnBooking } from "../find-booking.ts";
import type { BookingRecord } from "../rules.ts";

/**
 * Locks both parties of the actor's booking and reads it again. Every change of a booking holds the interviewee's
 * lock, so it cannot change until the transaction ends. Also locks `otherSubjects`, because locks that are taken
 * one after the other could deadlock. Throws `not_found` for other people's bookings.
 */
export async function lockOwnBooking(
  tx: Tx,
  actor: Actor,
  bookingId: string,
  otherSubjects: string[] = [],
): Promise<BookingRecord> {
  const { intervieweeId, interviewerId } = await getOwnBooking(tx, actor, bookingId);
  await lockSubjects(tx, [intervieweeId, interviewerId, ...otherSubjects]);
  return await getOwnBooking(tx, actor, bookingId);
}

/** The error for changing a booking that is no longer pending. */
export function notPendingError({ status }: Pick<BookingRecord, "status">): AppError {
  const msg =
    status === "cancelled"
      ? "This interview was canceled already."
      : "This interview has ended, so it can no longer be changed.";
  return new AppError("conflict", { msg });
}
