import type { Slot } from "@greenroom/contract/availability.ts";
import { type Booking, bookSlot } from "@greenroom/contract/bookings.ts";
import type { Goal } from "@greenroom/contract/goals/goals.ts";
import { createMeeting } from "@greenroom/contract/meetings.ts";
import { call } from "../../../api/client.ts";
import { errorMessage, NetworkError } from "../../../api/errors.ts";
import { formatDay, formatSlotRange } from "../../../format/format-day.ts";
import { formatExactTime } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import { asErrorMessage, bookingMessages } from "../messages.ts";

/** The text of a status line; `note` is the plain text below it. */
export interface BookingNotice {
  message: string;
  note?: string;
}

export function createBooking(
  { slotTime, interviewerId }: Slot,
  goal: Goal | null,
  idempotencyKey: string,
): Promise<Booking> {
  const body = { startTime: slotTime, interviewerId: interviewerId._id, ...(goal === null ? {} : { goal }) };
  return call(bookSlot, { body, idempotencyKey });
}

/**
 * Requests the meeting of a new booking. Never throws: the booking is valid without its meeting, which the server
 * keeps trying to create.
 */
export async function requestMeeting(booking: Booking, timeZone: string): Promise<BookingNotice> {
  const { _id, startTime, endTime, interviewerId } = booking;
  try {
    const { msg } = await call(createMeeting, { body: { bookingId: _id, startTime } });
    const when = formatSlotRange(new Date(startTime), new Date(endTime), timeZone);
    return { message: msg, note: `${when} with ${fullName(interviewerId)}` };
  } catch (error) {
    return {
      message: failureMessage(error, bookingMessages.meeting),
      note: bookingMessages.bookingUnchanged,
    };
  }
}

export function bookingFailureNotice(error: unknown): BookingNotice {
  return { message: failureMessage(error, bookingMessages.booking) };
}

function failureMessage(error: unknown, messages: { failed: string; network: string }): string {
  const message = errorMessage(error, messages);
  return error instanceof NetworkError ? message : asErrorMessage(message);
}

/** Shown when the selected slot is no longer available. */
export function slotGoneNotice({ slotTime, interviewerId }: Slot, timeZone: string): BookingNotice {
  const startsAt = new Date(slotTime);
  const when = `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
  return {
    message: `⚠️ ${when} with ${fullName(interviewerId)} is no longer available. Please choose another slot.`,
  };
}
