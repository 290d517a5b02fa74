import {
  type Attendance,
  type BookingStatus,
  noShowReportFromMinutes,
  noShowReportUntilHours,
  type Party,
} from "@greenroom/contract/bookings.ts";
import { addMinutes } from "@greenroom/contract/core/time.ts";
import { AppError, invalidField } from "../../core/errors.ts";

/** The slot that a person asks to book. */
export interface RequestedSlot {
  interviewerId: string;
  startsAt: Date;
}

/** The part of a booking that other domains may see. */
export interface BookingRecord extends RequestedSlot {
  id: string;
  intervieweeId: string;
  endsAt: Date;
  status: BookingStatus;
  slotId: string;
  /** SEQUENCE of the booking's latest calendar invitation. */
  inviteSequence: number;
  cancelledBy: Party | "operator" | null;
  sessionForfeited: boolean;
}

/** Throws `invalid_input` if the request could never be booked, even if every slot were free. */
export function checkBookable(requested: RequestedSlot, intervieweeId: string, now: Date): void {
  if (requested.startsAt <= now)
    throw invalidField("startTime", "This slot is in the past. Please choose another one.");
  if (requested.interviewerId === intervieweeId)
    throw invalidField("interviewerId", "You cannot book your own slot.");
}

/** Throws `conflict` if a key is reused for a different booking. */
export function checkSameBooking(earlier: RequestedSlot, requested: RequestedSlot): void {
  const isSame =
    earlier.interviewerId === requested.interviewerId &&
    earlier.startsAt.getTime() === requested.startsAt.getTime();
  if (!isSame) {
    throw new AppError("conflict", { msg: "This Idempotency-Key was already used for another booking." });
  }
}

/** True if a booking counts as held: it was not canceled and its end has passed. */
export function isOver({ status, endsAt }: Pick<BookingRecord, "status" | "endsAt">, now: Date): boolean {
  return status === "pending" && endsAt <= now;
}

type BookingState = Pick<BookingRecord, "status" | "startsAt" | "endsAt">;

/** The last instant at which the interviewee can cancel or move the booking free of charge. */
export function freeUntil({ startsAt }: Pick<BookingRecord, "startsAt">, noticeHours: number): Date {
  return addMinutes(startsAt, -60 * noticeHours);
}

/** The interviewee may cancel until the start. `freeUntil` decides what it costs. */
export function mayCancel({ status, startsAt }: BookingState, now: Date): boolean {
  return status === "pending" && now < startsAt;
}

/** Fixed from the start on, because the interviewer prepares for it. */
export function mayEditGoal(booking: BookingState, now: Date): boolean {
  return mayCancel(booking, now);
}

export function mayMove(booking: BookingState, noticeHours: number, now: Date): boolean {
  return mayCancel(booking, now) && now <= freeUntil(booking, noticeHours);
}

/** The interviewer may cancel until the end, because they must be able to say that they cannot come. */
export function mayCancelAsInterviewer({ status, endsAt }: BookingState, now: Date): boolean {
  return status === "pending" && now < endsAt;
}

/** The interviewer may end the interview from its start on. After its end, the job completes it within a minute. */
export function mayEnd({ status, startsAt }: BookingState, now: Date): boolean {
  return status === "pending" && startsAt <= now;
}

/** The status after a report that this party did not come. */
export function noShowStatusOf(accused: Party): BookingStatus {
  return accused === "interviewee" ? "no_show_interviewee" : "no_show_interviewer";
}

export function otherParty(party: Party): Party {
  return party === "interviewee" ? "interviewer" : "interviewee";
}

/**
 * From 10 minutes after the start until 24 hours after the end. Allowed after a report by the other party, but only
 * once per party.
 */
export function mayReportNoShow(
  booking: BookingState,
  reporter: Party,
  reported: readonly Party[],
  now: Date,
): boolean {
  const { status, startsAt, endsAt } = booking;
  const isInTime =
    addMinutes(startsAt, noShowReportFromMinutes) <= now &&
    now < addMinutes(endsAt, 60 * noShowReportUntilHours);
  const isReportable = status === "pending" || status === "completed" || status === noShowStatusOf(reporter);
  return isInTime && isReportable && !reported.includes(reporter);
}

interface NoShowEvidence {
  /** The meeting was in our room, so a missing visit means that the person was not there. */
  isRecorded: boolean;
  status: BookingStatus;
  startsAt: Date;
  endsAt: Date;
  record: Attendance;
  /** The interviewee rated the interview, or the interviewer's PDF was uploaded: evidence that it took place. */
  hasFeedbackOrFile: boolean;
}

/**
 * Decides a no-show report. It waits for the operator if the accused was in the room during the interview, or
 * if earlier evidence contradicts it. An interviewer is paid for waiting, so if neither party was in the
 * room, nobody is paid.
 */
export function decideByRecord(
  accused: Party,
  evidence: NoShowEvidence,
): "upheld" | "neither-came" | "pending" {
  const { status, isRecorded, hasFeedbackOrFile } = evidence;
  if (wasSeen(accused, evidence) || hasFeedbackOrFile || status === noShowStatusOf(otherParty(accused))) {
    return "pending";
  }
  const waited = accused === "interviewer" || wasSeen("interviewer", evidence);
  return waited || !isRecorded ? "upheld" : "neither-came";
}

function wasSeen(party: Party, { record, startsAt, endsAt }: NoShowEvidence): boolean {
  return record[party].some(
    ({ enteredAt, lastSeenAt }) => new Date(enteredAt) < endsAt && startsAt <= new Date(lastSeenAt),
  );
}
