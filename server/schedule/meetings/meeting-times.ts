import {
  addMinutes,
  feedbackMinutes,
  interviewMinutes,
  roomOpensMinutesBefore,
} from "@greenroom/contract/kernel/time.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { AppError, conflict } from "../../kernel/errors.ts";

/** The room stays open for this long after the end. */
export const roomClosesMinutesAfter = 30;

export interface InterviewTimes {
  startsAt: Date;
  endsAt: Date;
}

/** When the room opens and closes, and the three phases of the 45 minutes. */
export function roomTimes({ startsAt, endsAt }: InterviewTimes) {
  const feedbackAt = addMinutes(startsAt, interviewMinutes);
  return {
    opensAt: addMinutes(startsAt, -roomOpensMinutesBefore),
    feedbackAt,
    wrapUpAt: addMinutes(feedbackAt, feedbackMinutes),
    closesAt: addMinutes(endsAt, roomClosesMinutesAfter),
  };
}

export function isRoomClosed(interview: InterviewTimes, now: Date): boolean {
  return roomTimes(interview).closesAt <= now;
}

/**
 * When a meeting occupies one of its host's seats: from the time the interviewer can open it until the end of the
 * interview.
 */
export function hostAllocationTimes({ startsAt, endsAt }: InterviewTimes): { from: Date; until: Date } {
  return { from: addMinutes(startsAt, -roomOpensMinutesBefore), until: endsAt };
}

/** An unavailable provider is retried for this long, and only until `roomAtLatestMinutesBefore`. */
const providerRetryMinutes = 15;
const roomAtLatestMinutesBefore = 30;
/** Minimum pause between attempts, even if the provider asks for less. */
const retrySeconds = 15;

/** When to retry an unavailable provider; null if we stop retrying and use our own room instead. */
export function nextAttempt(
  { startsAt }: InterviewTimes,
  firstAttemptAt: Date,
  retryAfterSeconds: number,
  now: Date,
): Date | null {
  const next = addMinutes(now, Math.max(retryAfterSeconds, retrySeconds) / 60);
  const isWithinRetryPeriod = now < addMinutes(firstAttemptAt, providerRetryMinutes);
  return isWithinRetryPeriod && next <= addMinutes(startsAt, -roomAtLatestMinutesBefore) ? next : null;
}

/** Throws `conflict` if the interviewer cannot open the meeting now. */
export function checkMayStartMeeting(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled")
    throw conflict("This interview was canceled, so there is no meeting to start.");
  const { opensAt, closesAt } = roomTimes(booking);
  if (closesAt <= now) throw conflict("This interview has ended.");
  if (now < opensAt) {
    throw new AppError("conflict", {
      msg: `You can start the meeting from ${roomOpensMinutesBefore} minutes before the interview.`,
      details: { opensAt: opensAt.toISOString() },
    });
  }
}

/** Throws `conflict` if no meeting can be created for this booking any more. */
export function checkMayCreateMeeting(booking: InterviewTimes & { status: BookingStatus }, now: Date): void {
  if (booking.status === "cancelled") throw conflict("This booking was canceled. No meeting was created.");
  if (booking.endsAt <= now) throw conflict("This interview is in the past. No meeting was created.");
}
