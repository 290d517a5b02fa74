import type { Slot } from "@greenroom/contract/availability.ts";
import { type Booking, bookSlot } from "@greenroom/contract/bookings.ts";
import { createMeeting } from "@greenroom/contract/meetings.ts";
import { call } from "../../api/client.ts";
import { messageOf, NetworkError } from "../../api/errors.ts";
import { formatDay, formatSlotRange } from "../../ui/time/format-day.ts";
import { formatExactTime } from "../../ui/time/format-time.ts";
import { fullName } from "../accounts/person-name.ts";
import { inRed, sentences } from "./sentences.ts";

/** What a status line says; `note` is the plain words under it. */
export interface BookingNews {
  message: string;
  note?: string;
}

export function book({ slotTime, interviewerId }: Slot, idempotencyKey: string): Promise<Booking> {
  return call(bookSlot, { body: { startTime: slotTime, interviewerId: interviewerId._id }, idempotencyKey });
}

/**
 * Has the meeting of a new booking made. Never throws: the booking stands whatever becomes of its meeting, which the
 * server goes on trying to make.
 */
export async function meet(booking: Booking, timeZone: string): Promise<BookingNews> {
  const { _id, startTime, endTime, interviewerId } = booking;
  try {
    const { msg } = await call(createMeeting, { body: { bookingId: _id, startTime } });
    const when = formatSlotRange(new Date(startTime), new Date(endTime), timeZone);
    return { message: msg, note: `${when} with ${fullName(interviewerId)}` };
  } catch (error) {
    return { message: failureMessage(error, sentences.meeting), note: sentences.bookingKept };
  }
}

export function bookingFailure(error: unknown): BookingNews {
  return { message: failureMessage(error, sentences.booking) };
}

function failureMessage(error: unknown, words: { failed: string; network: string }): string {
  const sentence = messageOf(error, words);
  return error instanceof NetworkError ? sentence : inRed(sentence);
}

/** What is said when the chosen slot has gone by itself. */
export function slotGone({ slotTime, interviewerId }: Slot, timeZone: string): BookingNews {
  const startsAt = new Date(slotTime);
  const when = `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
  return {
    message: `⚠️ ${when} with ${fullName(interviewerId)} is no longer available. Please choose another slot.`,
  };
}
