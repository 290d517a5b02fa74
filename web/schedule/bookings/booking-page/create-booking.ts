import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import { type Booking, bookSlot, setGoal } from "@greenroom/contract/schedule/bookings.ts";
import { isBlankGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { createMeeting } from "@greenroom/contract/schedule/meetings.ts";
import { sendOnce } from "../../../api/call-once.ts";
import { call } from "../../../api/client.ts";
import { errorMessage, NetworkError } from "../../../api/errors.ts";
import { formatDay, formatSlotRange } from "../../../format/format-day.ts";
import { formatExactTime } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { bookingMessages } from "../messages.ts";

/** A status line; `note` is the plain text below it. */
export interface BookingNotice extends Notice {
  note?: string;
}

const blankGoal: Goal = {
  role: "",
  level: null,
  companyType: null,
  practice: [],
  practiceOther: "",
  note: "",
};

interface CreatedBooking {
  booking: Booking;
  /** False when the booking has another goal than the wanted one. */
  hasGoal: boolean;
}

/**
 * Books a slot once, however often it is asked for. If an earlier attempt, whose answer was lost, booked it with another
 * goal, the goal is changed.
 */
export async function createBooking(
  { _id, slotTime, interviewerId }: Slot,
  goal: Goal | null,
): Promise<CreatedBooking> {
  const body = { startTime: slotTime, interviewerId: interviewerId._id, ...(goal === null ? {} : { goal }) };
  const booking = await sendOnce({ to: [bookSlot.path, _id], content: null }, (idempotencyKey) =>
    call(bookSlot, { body, idempotencyKey }),
  );
  if (isSameGoal(booking.goal, goal)) return { booking, hasGoal: true };
  try {
    const changed = await call(setGoal, { params: { id: booking._id }, body: goal ?? blankGoal });
    return { booking: changed.booking, hasGoal: true };
  } catch (error) {
    console.warn("The goal of a new booking could not be changed", error);
    return { booking, hasGoal: false };
  }
}

function isSameGoal(left: Goal | null, right: Goal | null): boolean {
  return goalText(left) === goalText(right);
}

function goalText(goal: Goal | null): string {
  if (goal === null || isBlankGoal(goal)) return "";
  const { role, level, companyType, practice, practiceOther, note } = goal;
  const texts = [role, practiceOther, note].map((text) => text.trim());
  return JSON.stringify([level, companyType, practice, texts]);
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
    return { message: msg, tone: "good", note: `${when} with ${fullName(interviewerId)}` };
  } catch (error) {
    return { ...failureNotice(error, bookingMessages.meeting), note: bookingMessages.bookingUnchanged };
  }
}

export function withUnsavedGoal({ note, ...notice }: BookingNotice): BookingNotice {
  return { ...notice, note: [note, bookingMessages.goalUnchanged].filter(Boolean).join(". ") };
}

export function bookingFailureNotice(error: unknown): BookingNotice {
  return failureNotice(error, bookingMessages.booking);
}

function failureNotice(error: unknown, messages: { failed: string; network: string }): Notice {
  const message = errorMessage(error, messages);
  if (error instanceof NetworkError) return { message, tone: "wait" };
  return { message: withSign("❌", message), tone: "bad" };
}

/** Shown when the selected slot is no longer available. */
export function slotGoneNotice({ slotTime, interviewerId }: Slot, timeZone: string): BookingNotice {
  const startsAt = new Date(slotTime);
  const when = `${formatDay(startsAt, timeZone)}, ${formatExactTime(startsAt, timeZone)}`;
  return {
    message: `⚠️ ${when} with ${fullName(interviewerId)} is no longer available. Please choose another slot.`,
    tone: "wait",
  };
}
