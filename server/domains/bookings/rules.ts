import {
  type Attendance,
  type BookingStatus,
  noShowFromMinutes,
  noShowUntilHours,
  type Party,
} from "@greenroom/contract/bookings.ts";
import { addMinutes } from "@greenroom/contract/time.ts";
import { AppError, invalidField } from "../../http/errors.ts";

/** What a person asks to book. */
export interface WantedSlot {
  interviewerId: string;
  startsAt: Date;
}

/** A booking as other domains may see it. */
export interface BookingRecord extends WantedSlot {
  id: string;
  intervieweeId: string;
  endsAt: Date;
  status: BookingStatus;
  slotId: string;
  /** SEQUENCE of the invitation as the booking stands. */
  inviteSequence: number;
  cancelledBy: Party | "operator" | null;
  sessionForfeited: boolean;
}

/** A key that a caller may name a booking by: 1 to 200 printable ASCII characters. Throws `invalid_input`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x20-\x7e]{1,200}$/.test(header)) {
    throw invalidField("Idempotency-Key", "Idempotency-Key must be 1 to 200 printable characters.");
  }
  return header;
}

/** Throws `invalid_input` when nobody could book this, whatever is free. */
export function checkBookable(wanted: WantedSlot, intervieweeId: string, now: Date): void {
  if (wanted.startsAt <= now)
    throw invalidField("startTime", "This slot is in the past. Please choose another one.");
  if (wanted.interviewerId === intervieweeId)
    throw invalidField("interviewerId", "You cannot book your own slot.");
}

/** Throws `conflict` when a key that named one booking is sent with another. */
export function checkSameBooking(earlier: WantedSlot, wanted: WantedSlot): void {
  const isSame =
    earlier.interviewerId === wanted.interviewerId &&
    earlier.startsAt.getTime() === wanted.startsAt.getTime();
  if (!isSame) {
    throw new AppError("conflict", { msg: "This Idempotency-Key was already used for another booking." });
  }
}

/** True when a booking is held to have taken place: nobody cancelled it and its end has passed. */
export function isOver({ status, endsAt }: Pick<BookingRecord, "status" | "endsAt">, now: Date): boolean {
  return status === "pending" && endsAt <= now;
}

type Course = Pick<BookingRecord, "status" | "startsAt" | "endsAt">;

/** The last instant at which the interviewee cancels or moves the booking for nothing. */
export function freeUntil({ startsAt }: Pick<BookingRecord, "startsAt">, noticeHours: number): Date {
  return addMinutes(startsAt, -60 * noticeHours);
}

/** The interviewee may cancel until the start; what it costs is another matter (`freeUntil`). */
export function mayCancel({ status, startsAt }: Course, now: Date): boolean {
  return status === "pending" && now < startsAt;
}

export function mayMove(booking: Course, noticeHours: number, now: Date): boolean {
  return mayCancel(booking, now) && now <= freeUntil(booking, noticeHours);
}

/** Who cannot come has to be able to say so to the last: the interviewer may cancel until the end. */
export function mayCallOff({ status, endsAt }: Course, now: Date): boolean {
  return status === "pending" && now < endsAt;
}

/** The interviewer ends it themself from the start on; after the end the job does so within the minute. */
export function mayEnd({ status, startsAt }: Course, now: Date): boolean {
  return status === "pending" && startsAt <= now;
}

/** The status that a party's report leads to: the other did not come. */
export function missedBy(accused: Party): BookingStatus {
  return accused === "interviewee" ? "no_show_interviewee" : "no_show_interviewer";
}

export function otherParty(party: Party): Party {
  return party === "interviewee" ? "interviewer" : "interviewee";
}

/** From 10 minutes after the start until 24 hours after the end; also against a report of the other's, never twice. */
export function mayReportNoShow(
  booking: Course,
  reporter: Party,
  reported: readonly Party[],
  now: Date,
): boolean {
  const { status, startsAt, endsAt } = booking;
  const inTime =
    addMinutes(startsAt, noShowFromMinutes) <= now && now < addMinutes(endsAt, 60 * noShowUntilHours);
  const canBeSaid = status === "pending" || status === "completed" || status === missedBy(reporter);
  return inTime && canBeSaid && !reported.includes(reporter);
}

interface NoShowEvidence {
  /** The meeting was in our room: that somebody was not seen says something. */
  isRecorded: boolean;
  status: BookingStatus;
  startsAt: Date;
  endsAt: Date;
  record: Attendance;
  /** The interviewee rated the session, or the interviewer's PDF is in: somebody says that it took place. */
  wasReportedOn: boolean;
}

/**
 * What becomes of a report that somebody did not come. It waits for the operator when the room saw the accused during
 * the session, or what was said before does not go with it. An interviewer is paid for waiting, so one whom the room did
 * not see either has nothing to be paid for: neither came.
 */
export function decideAtOnce(
  accused: Party,
  evidence: NoShowEvidence,
): "upheld" | "neither-came" | "contested" {
  const { status, isRecorded, wasReportedOn } = evidence;
  if (wasSeen(accused, evidence) || wasReportedOn || status === missedBy(otherParty(accused))) {
    return "contested";
  }
  const waited = accused === "interviewer" || wasSeen("interviewer", evidence);
  return waited || !isRecorded ? "upheld" : "neither-came";
}

function wasSeen(party: Party, { record, startsAt, endsAt }: NoShowEvidence): boolean {
  return record[party].some(
    ({ enteredAt, lastSeenAt }) => new Date(enteredAt) < endsAt && startsAt <= new Date(lastSeenAt),
  );
}
