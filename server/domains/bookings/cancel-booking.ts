import type { Booking, CancellationOutcome } from "@greenroom/contract/bookings.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { forgetSlots } from "../availability/cache-slots.ts";
import { getPresentedBooking } from "./get-presented-booking.ts";
import { lockOwnBooking, notPending } from "./lock-booking.ts";
import { freeUntil, mayCancel } from "./rules.ts";
import { withdrawBooking } from "./withdraw-booking.ts";

interface Cancellation {
  bookingId: string;
  /** What the person was told would happen; undefined when they were told nothing. */
  expecting?: CancellationOutcome | undefined;
}

/**
 * The interviewee cancels: until the notice window the session comes back and the slot is free again; later the
 * session is forfeited and the interviewer paid. Throws `not_found`, and `conflict` when it has begun, is not pending
 * any more, or would not end as the person was told.
 */
export async function cancelBooking(
  deps: Deps,
  actor: Actor,
  { bookingId, expecting }: Cancellation,
): Promise<{ msg: string; booking: Booking }> {
  const now = deps.clock.now();
  const outcome = await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    if (booking.intervieweeId !== actor.userId) {
      throw new AppError("forbidden", { msg: "Only the interviewee cancels here." });
    }
    if (booking.status !== "pending") throw notPending(booking);
    if (!mayCancel(booking, now)) {
      throw new AppError("conflict", {
        msg: "This interview has begun, so it cannot be cancelled any more.",
      });
    }
    const isFree = now <= freeUntil(booking, deps.config.cancelNoticeHours);
    const found: CancellationOutcome = isFree ? "session-returned" : "session-forfeited";
    if (expecting !== undefined && expecting !== found) throw otherwiseByNow(found);
    await withdrawBooking(deps, tx, booking, { by: "interviewee", forfeits: !isFree, now });
    return found;
  });
  forgetSlots(deps);
  return {
    msg:
      outcome === "session-returned"
        ? "✅ Your interview is cancelled and your session is back."
        : "Your interview is cancelled. Its session is spent, for it was too late to be free.",
    booking: await getPresentedBooking(deps, bookingId),
  };
}

function otherwiseByNow(outcome: CancellationOutcome): AppError {
  const msg =
    outcome === "session-forfeited"
      ? "It is too late by now to cancel for free: cancelling would cost the session. Nothing was cancelled."
      : "Cancelling is free: the session would come back. Nothing was cancelled.";
  return new AppError("conflict", { msg, details: { outcome } });
}
