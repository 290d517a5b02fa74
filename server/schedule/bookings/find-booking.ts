import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import type { BookingRecord } from "./rules.ts";
import { lockBookingRecordForShare, selectBookingRecord } from "./store.ts";

/** Finds a booking by id without checking who asks; null if there is none. */
export async function findBooking(database: Database | Tx, id: string): Promise<BookingRecord | null> {
  return await selectBookingRecord(database, id);
}

/** Checks that a booking still has the time and status that were read, and locks it until the transaction ends. */
export async function isUnchanged(tx: Tx, read: BookingRecord): Promise<boolean> {
  const now = await lockBookingRecordForShare(tx, read.id);
  return now?.startsAt.getTime() === read.startsAt.getTime() && now.status === read.status;
}

/**
 * Returns a booking in which the actor is a party. Throws `not_found` for other people's bookings, so that their
 * existence stays hidden.
 */
export async function getOwnBooking(
  database: Database | Tx,
  actor: Actor,
  id: string,
): Promise<BookingRecord> {
  const booking = await selectBookingRecord(database, id);
  const isParty = booking?.intervieweeId === actor.userId || booking?.interviewerId === actor.userId;
  if (booking === null || !isParty) throw new AppError("not_found", { msg: "This booking does not exist." });
  return booking;
}
