import type { Tx } from "../../db/database.ts";
import { lockSubjects } from "../../db/transaction.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "./find-booking.ts";
import type { BookingRecord } from "./rules.ts";

/**
 * A booking of mine with both parties' locks held, read again under them: whatever changes a booking holds its
 * interviewee's lock, so it stands still until the transaction ends. `besides` names who else will be touched.
 * Throws `not_found` for anybody else's.
 */
export async function lockOwnBooking(
  tx: Tx,
  actor: Actor,
  bookingId: string,
  besides: string[] = [],
): Promise<BookingRecord> {
  const { intervieweeId, interviewerId } = await getOwnBooking(tx, actor, bookingId);
  await lockSubjects(tx, [intervieweeId, interviewerId, ...besides]);
  return await getOwnBooking(tx, actor, bookingId);
}

/** Why a booking that is not pending any more cannot be changed. */
export function notPending({ status }: Pick<BookingRecord, "status">): AppError {
  const msg =
    status === "cancelled"
      ? "This interview was cancelled already."
      : "This interview is over, so it cannot be changed any more.";
  return new AppError("conflict", { msg });
}
