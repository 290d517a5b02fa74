import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { type Booking, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { slotTakenMessage } from "../../kernel/db/database-errors.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { answerOnce, type KeyedRequest } from "../../kernel/idempotency.ts";
import { clearSlotCache } from "../availability/open-slots.ts";
import { releaseSlot, reserveSlot } from "../availability/slots.ts";
import { findHeldSlot, releaseHoldFor } from "../holds/holds.ts";
import { offerToWaiting } from "../holds/offers.ts";
import { makeMeeting } from "../meetings/create.ts";
import { releaseHostedMeeting } from "../meetings/hosts.ts";
import { lockOwnBooking, notPendingError } from "./find-booking.ts";
import { mailMove } from "./mails.ts";
import { getPresentedBooking } from "./present.ts";
import { type BookingRecord, checkBookable, mayMove, type RequestedSlot } from "./rules.ts";
import { updatePending } from "./store.ts";

interface RequestedMove extends RequestedSlot {
  bookingId: string;
}

/**
 * Moves the actor's booking to another slot, of the same or another interviewer, free of charge. It stays the same
 * booking, paid with the same credit. One transaction takes the new slot and frees the old one. Throws `not_found`,
 * `slot_taken`, and `conflict` within the notice period or if it overlaps another interview of the actor.
 */
export async function moveBooking(
  deps: Deps,
  actor: Actor,
  move: RequestedMove,
  request: KeyedRequest | null,
): Promise<{ msg: string; booking: Booking }> {
  const { database, clock } = deps;
  const { bookingId, ...requested } = move;
  const now = clock.now();
  const answer = await answerOnce<{ msg: string }>({ database, now }, request, async (keep) => {
    checkBookable(move, actor.userId, now);
    const moved = { msg: "✅ Your interview has been moved at no cost." };
    await inTransaction(database, async (tx) => {
      const booking = await lockOwnBooking(tx, actor, bookingId, [requested.interviewerId]);
      checkMovable(deps, actor, booking, requested, now);
      const heldSlotId = await findHeldSlot(tx, requested);
      if (heldSlotId !== null)
        await releaseHoldFor(deps, tx, { slotId: heldSlotId, userId: actor.userId, now });
      if (!(await performMove(deps, tx, booking, { ...requested, now })))
        throw new AppError("slot_taken", { msg: slotTakenMessage });
      await keep(tx, moved);
    });
    return moved;
  });
  clearSlotCache(deps);
  return { ...answer, booking: await getPresentedBooking(deps, bookingId) };
}

function checkMovable(
  deps: Deps,
  actor: Actor,
  booking: BookingRecord,
  requested: RequestedSlot,
  now: Date,
): void {
  const { cancelNoticeHours } = deps.config;
  if (booking.intervieweeId !== actor.userId)
    throw new AppError("forbidden", { msg: "Only the interviewee can move a booking." });
  if (booking.status !== "pending") throw notPendingError(booking);
  if (!mayMove(booking, cancelNoticeHours, now))
    throw conflict(`An interview can be moved until ${countOf(cancelNoticeHours, "hour")} before it starts.`);
  const isSame =
    requested.interviewerId === booking.interviewerId &&
    requested.startsAt.getTime() === booking.startsAt.getTime();
  if (isSame) throw conflict("Your interview is already at this time.");
}

/**
 * Moves a pending booking to another slot and handles everything that depends on it: the old slot, the
 * meeting and the mails. Hold the locks of its parties and of the new interviewer, and clear the cache of
 * slots after the commit. `isHeld`: a proposal holds the slot for this booking. Returns false if the slot is
 * no longer offered. Throws `conflict` when the booking was completed in the meantime.
 */
export async function performMove(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { interviewerId, startsAt, isHeld = false, now }: RequestedSlot & { isHeld?: boolean; now: Date },
): Promise<boolean> {
  const slot = await reserveSlot(tx, { interviewerId, startsAt, isHeld });
  if (slot === null) return false;
  const { id: bookingId } = booking;
  const sequence = booking.inviteSequence + 1;
  // The job that completes bookings takes no lock, but it skips this booking, because a booking that can be
  // moved has not begun.
  const { id: slotId, ...times } = slot;
  const changes = { slotId, interviewerId, ...times, inviteSequence: sequence, movedAt: now };
  if (!(await updatePending(tx, bookingId, changes))) throw notPendingError(booking);
  await tx
    .insertInto("bookingMoves")
    .values({
      bookingId,
      sequence,
      fromSlotId: booking.slotId,
      fromInterviewerId: booking.interviewerId,
      fromStartsAt: booking.startsAt,
      fromEndsAt: booking.endsAt,
      movedAt: now,
    })
    .execute();
  await releaseSlot(tx, booking.slotId, { becomes: "available", now });
  await offerToWaiting(deps, tx, { slotId: booking.slotId, leftBy: booking.intervieweeId });
  // A meeting that is being created has no link yet: the caller holds the lease, finds that the booking moved, and leaves
  // it to the next attempt.
  await tx
    .deleteFrom("meetings")
    .where("bookingId", "=", bookingId)
    .where("joinUrl", "is not", null)
    .execute();
  await releaseHostedMeeting(deps, tx, bookingId);
  await deps.jobs.enqueue(tx, makeMeeting, { bookingId });
  const isReplaced = interviewerId !== booking.interviewerId;
  const readers = isReplaced ? ([...parties, "former-interviewer"] as const) : parties;
  for (const to of readers) await deps.jobs.enqueue(tx, mailMove, { bookingId, sequence, to });
  return true;
}
