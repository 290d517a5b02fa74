import type { Booking, CancellationOutcome } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { answerOnce } from "../../kernel/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { clearSlotCache } from "../availability/slot-cache.ts";
import { getPresentedBooking } from "./get-presented-booking.ts";
import { lockOwnBooking, notPendingError } from "./lifecycle/lock-booking.ts";
import { freeUntil, mayCancel } from "./rules.ts";
import { performCancellation } from "./settle.ts";

interface Cancellation {
  bookingId: string;
  /** The outcome that the person was shown before; undefined if they were shown none. */
  expecting?: CancellationOutcome | undefined;
}

/**
 * Cancels as interviewee. Within the notice period the credit is returned and the slot is free again; later the
 * credit is forfeited and the interviewer is paid. Throws `not_found`, and `conflict` if the interview has begun or
 * is no longer pending, if the outcome differs from the one that the person was shown, or if the key names another
 * request.
 */
export async function cancelBooking(
  deps: Deps,
  actor: Actor,
  cancellation: Cancellation,
  request: KeyedRequest | null,
): Promise<{ msg: string; booking: Booking }> {
  const { database, clock } = deps;
  const now = clock.now();
  const answer = await answerOnce<{ msg: string }>({ database, now }, request, (keep) =>
    inTransaction(database, async (tx) => {
      const outcome = await cancelWithin(deps, tx, actor, { ...cancellation, now });
      const msg =
        outcome === "session-returned"
          ? "✅ Your interview is canceled and your session has been returned."
          : "Your interview is canceled. It was too late to cancel for free, so the session isn't returned.";
      await keep(tx, { msg });
      return { msg };
    }),
  );
  clearSlotCache(deps);
  return { ...answer, booking: await getPresentedBooking(deps, cancellation.bookingId) };
}

async function cancelWithin(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { bookingId, expecting, now }: Cancellation & { now: Date },
): Promise<CancellationOutcome> {
  const booking = await lockOwnBooking(tx, actor, bookingId);
  if (booking.intervieweeId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewee can cancel here." });
  }
  if (booking.status !== "pending") throw notPendingError(booking);
  if (!mayCancel(booking, now)) {
    throw new AppError("conflict", {
      msg: "This interview has started, so it can no longer be canceled.",
    });
  }
  const isFree = now <= freeUntil(booking, deps.config.cancelNoticeHours);
  const found: CancellationOutcome = isFree ? "session-returned" : "session-forfeited";
  if (expecting !== undefined && expecting !== found) throw outcomeChangedError(found);
  await performCancellation(deps, tx, booking, { by: "interviewee", forfeits: !isFree, now });
  return found;
}

function outcomeChangedError(outcome: CancellationOutcome): AppError {
  const msg =
    outcome === "session-forfeited"
      ? "It is now too late to cancel for free: canceling would cost the session. Nothing was canceled."
      : "Canceling is free: the session would be returned. Nothing was canceled.";
  return new AppError("conflict", { msg, details: { outcome } });
}
