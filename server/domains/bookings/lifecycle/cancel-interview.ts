import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { answerOnce } from "../../../idempotency/answer-once.ts";
import type { KeyedRequest } from "../../../idempotency/keyed-request.ts";
import { getPresentedInterview } from "../get-presented-booking.ts";
import { mayCancelAsInterviewer } from "../rules.ts";
import { lockOwnBooking, notPendingError } from "./lock-booking.ts";
import { performCancellation } from "./perform-cancellation.ts";

/**
 * Cancels as interviewer: the credit is always returned, and the slot is removed from their calendar. Throws
 * `not_found`, and `conflict` if the booking is no longer pending.
 */
export async function cancelInterview(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  request: KeyedRequest | null,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const { database, clock } = deps;
  const now = clock.now();
  const answer = await answerOnce<{ msg: string }>({ database, now }, request, (keep) =>
    inTransaction(database, async (tx) => {
      const booking = await lockOwnBooking(tx, actor, bookingId);
      if (booking.interviewerId !== actor.userId) {
        throw new AppError("forbidden", { msg: "Only the interviewer can cancel here." });
      }
      if (!mayCancelAsInterviewer(booking, now)) throw notPendingError(booking);
      await performCancellation(deps, tx, booking, { by: "interviewer", forfeits: false, now });
      const canceled = {
        msg: "✅ The interview is canceled. The interviewee gets the session back and an email.",
      };
      await keep(tx, canceled);
      return canceled;
    }),
  );
  return {
    ...answer,
    booking: await getPresentedInterview(deps, bookingId),
  };
}
