import type { Actor } from "../kernel/actor.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { lockAccount } from "../people/accounts/lock-account.ts";
import { getOwnBooking } from "../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../schedule/bookings/rules.ts";
import { findNote, upsertNote } from "./chat-store.ts";
import { recordDeletedAt } from "./rules.ts";

/**
 * The actor's notes of an interview that they give; empty until written. Throws `not_found` for other people's
 * interviews.
 */
export async function getNotes(deps: Deps, actor: Actor, bookingId: string): Promise<{ body: string }> {
  await getHostedBooking(deps, actor, bookingId);
  return { body: (await findNote(deps.database, bookingId, actor.userId))?.body ?? "" };
}

/**
 * Saves the actor's notes, also after the room closed. Throws `not_found` for other people's interviews, and `conflict`
 * once the interview's record is old enough to be deleted.
 */
export async function saveNotes(deps: Deps, actor: Actor, bookingId: string, body: string): Promise<void> {
  const booking = await getHostedBooking(deps, actor, bookingId);
  const now = deps.clock.now();
  // The deletion of old records does not look at this interview again.
  if (recordDeletedAt(booking, deps.config.recordDays) < now) {
    throw new AppError("conflict", {
      msg: "The record of this interview was deleted, so it takes no notes.",
    });
  }
  const note = { bookingId, authorId: actor.userId, body, updatedAt: now };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await upsertNote(tx, note);
  });
}

/** Returns a booking that the actor gives as interviewer. Throws `not_found` for any other booking. */
export async function getHostedBooking(deps: Deps, actor: Actor, bookingId: string): Promise<BookingRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("not_found", { msg: "This booking does not exist." });
  }
  return booking;
}
