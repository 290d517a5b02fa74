import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import type { Tx } from "../../db/database.ts";
import { recordEarning } from "../earnings/record-earning.ts";
import { findBooking } from "./find-booking.ts";
import { type BookingRecord, isOver } from "./rules.ts";
import { markCompleted } from "./store.ts";

interface Completion {
  /** The interviewer's share of what the session was sold for, in percent. */
  sharePercent: number;
  now: Date;
}

/** Completes a pending booking and writes what it earns, once; false when it was not pending any more. */
export async function completeBooking(
  tx: Tx,
  booking: BookingRecord,
  completion: Completion,
): Promise<boolean> {
  if (!(await markCompleted(tx, booking.id, completion.now))) return false;
  await recordEarning(tx, { ...completion, bookingId: booking.id, interviewerId: booking.interviewerId });
  return true;
}

/** Completes the booking if its end has passed, so that nobody waits for the minute's job; answers its status after that. */
export async function completeIfOver(
  tx: Tx,
  booking: BookingRecord,
  completion: Completion,
): Promise<BookingStatus> {
  if (!isOver(booking, completion.now)) return booking.status;
  if (await completeBooking(tx, booking, completion)) return "completed";
  return (await findBooking(tx, booking.id))?.status ?? booking.status;
}
