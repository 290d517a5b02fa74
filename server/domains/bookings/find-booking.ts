import type { Database, Tx } from "../../db/database.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import type { BookingRecord } from "./rules.ts";
import { holdBookingRecord, selectBookingRecord } from "./store.ts";

/** A booking by id, whoever asks; null when there is none. */
export async function findBooking(database: Database | Tx, id: string): Promise<BookingRecord | null> {
  return await selectBookingRecord(database, id);
}

/** Whether a booking has the time and status with which it was read, and keeps them until the transaction ends. */
export async function isUnchanged(tx: Tx, read: BookingRecord): Promise<boolean> {
  const now = await holdBookingRecord(tx, read.id);
  return now?.startsAt.getTime() === read.startsAt.getTime() && now.status === read.status;
}

/** A booking of mine, on either side. Throws `not_found` for anybody else's, as if it were not there. */
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
