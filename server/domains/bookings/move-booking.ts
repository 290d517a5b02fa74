import type { Booking } from "@greenroom/contract/bookings.ts";
import { slotTaken } from "../../db/constraints.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { forgetSlots } from "../availability/cache-slots.ts";
import { releaseSlot } from "../availability/release-slot.ts";
import { takeSlot } from "../availability/take-slot.ts";
import { forgetMeeting } from "../meetings/forget-meeting.ts";
import { makeMeeting } from "../meetings/job-definitions.ts";
import { insertMove, markMoved } from "./course-store.ts";
import { getPresentedBooking } from "./get-presented-booking.ts";
import { mailMove } from "./job-definitions.ts";
import { lockOwnBooking, notPending } from "./lock-booking.ts";
import { type BookingRecord, checkBookable, mayMove, type WantedSlot } from "./rules.ts";

/**
 * Moves a booking of mine to another slot, of the same interviewer or another, for nothing: it stays the same booking,
 * paid with the very session that was spent on it. The new slot is taken and the old one freed in one transaction.
 * Throws `not_found`, `slot_taken`, and `conflict` within the notice window or beside another interview of mine.
 */
export async function moveBooking(
  deps: Deps,
  actor: Actor,
  { bookingId, ...wanted }: WantedSlot & { bookingId: string },
): Promise<{ msg: string; booking: Booking }> {
  const now = deps.clock.now();
  checkBookable(wanted, actor.userId, now);
  await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId, [wanted.interviewerId]);
    checkMovable(deps, actor, booking, wanted, now);
    const slot = await takeSlot(tx, wanted);
    if (slot === null) throw slotTaken();
    const sequence = booking.inviteSequence + 1;
    const { interviewerId } = wanted;
    // The job that completes bookings takes no lock; a booking that can be moved has not begun, so it does not meet it.
    if (!(await markMoved(tx, booking.id, { interviewerId, slot, sequence, now }))) throw notPending(booking);
    await insertMove(tx, booking, { sequence, now });
    await releaseSlot(tx, booking.slotId, "available");
    await forgetMeeting(tx, booking.id);
    await deps.jobs.send(tx, makeMeeting, { bookingId });
    await deps.jobs.send(tx, mailMove, { bookingId, sequence, to: "interviewee" });
    await deps.jobs.send(tx, mailMove, { bookingId, sequence, to: "interviewer" });
    if (interviewerId !== booking.interviewerId) {
      await deps.jobs.send(tx, mailMove, { bookingId, sequence, to: "former-interviewer" });
    }
  });
  forgetSlots(deps);
  return {
    msg: "✅ Your interview is moved. It costs nothing.",
    booking: await getPresentedBooking(deps, bookingId),
  };
}

function checkMovable(deps: Deps, actor: Actor, booking: BookingRecord, wanted: WantedSlot, now: Date): void {
  const { cancelNoticeHours } = deps.config;
  if (booking.intervieweeId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewee moves a booking." });
  }
  if (booking.status !== "pending") throw notPending(booking);
  if (!mayMove(booking, cancelNoticeHours, now)) {
    throw new AppError("conflict", {
      msg: `An interview can be moved until ${cancelNoticeHours} hours before it starts.`,
    });
  }
  const isSame =
    wanted.interviewerId === booking.interviewerId &&
    wanted.startsAt.getTime() === booking.startsAt.getTime();
  if (isSame) throw new AppError("conflict", { msg: "Your interview is at this time already." });
}
