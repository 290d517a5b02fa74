import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type Booking,
  type BookingStatus,
  noShowReportFromMinutes,
  noShowReportUntilHours,
  type Party,
  type UnclearInterview,
} from "@greenroom/contract/schedule/bookings.ts";
import { type MoveProposal, moveProposalHours } from "@greenroom/contract/schedule/move-proposals.ts";
import { conflict, invalidField } from "../../kernel/errors.ts";

export interface RequestedSlot {
  interviewerId: string;
  startsAt: Date;
}

/** The part of a booking that other areas may see. */
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
  if (!isSame) throw conflict("This Idempotency-Key was already used for another booking.");
}

/** True for a booking that nobody canceled and whose end has passed. */
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

/**
 * After this many minutes together in the room during the interview, both count as present: neither can report the
 * other, and the interviewer can no longer cancel.
 */
export const attendedTogetherMinutes = 5;

/** Who is alone in the room for so long has waited for a party that is hardly there. */
const waitedMinutes = 5;

/**
 * The interviewer may cancel until both have met, because they must be able to say that they cannot come. From the start
 * on it counts as missed.
 */
export function mayCancelAsInterviewer(
  { status, endsAt }: BookingState,
  { isRecorded, secondsTogether }: Pick<RoomEvidence, "isRecorded" | "secondsTogether">,
  now: Date,
): boolean {
  const haveMet = isRecorded && secondsTogether >= 60 * attendedTogetherMinutes;
  return status === "pending" && now < endsAt && !haveMet;
}

/** The interviewer may end the interview from its start on. After its end, the job settles it within a minute. */
export function mayEnd({ status, startsAt }: BookingState, now: Date): boolean {
  return status === "pending" && startsAt <= now;
}

/** What the room's record shows of an interview, within its time. */
export interface RoomEvidence {
  /** The meeting was in our room, so a missing visit means that the person was not there. */
  isRecorded: boolean;
  /** How long each was there. */
  intervieweeSeconds: number;
  interviewerSeconds: number;
  secondsTogether: number;
}

export type RecordFinding =
  | "not-recorded"
  | "took-place"
  /** Both came, but were together for too short a time or never, and not because one of them waited for the other. */
  | "ended-early"
  | "interviewee-absent"
  | "interviewer-absent"
  | "nobody-came";

/** Decides by the record what became of an interview. Nothing else completes a recorded one without being asked. */
export function readRecord(evidence: RoomEvidence, minTogetherMinutes: number): RecordFinding {
  const { isRecorded, intervieweeSeconds, interviewerSeconds, secondsTogether } = evidence;
  if (!isRecorded) return "not-recorded";
  if (secondsTogether >= 60 * minTogetherMinutes) return "took-place";
  // Looking in for a moment is neither coming nor waiting.
  const hasWaited = (seconds: number) => seconds - secondsTogether >= 60 * waitedMinutes;
  const haveMet = secondsTogether >= 60 * attendedTogetherMinutes;
  if (!haveMet && hasWaited(intervieweeSeconds) !== hasWaited(interviewerSeconds))
    return hasWaited(intervieweeSeconds) ? "interviewer-absent" : "interviewee-absent";
  if (intervieweeSeconds > 0) return interviewerSeconds > 0 ? "ended-early" : "interviewer-absent";
  return "nobody-came";
}

/** True if the record shows that the interview took place, or if there is no record and so nobody else to ask. */
export function wasHeldByRecord(evidence: RoomEvidence, minTogetherMinutes: number): boolean {
  const finding = readRecord(evidence, minTogetherMinutes);
  return finding === "took-place" || finding === "not-recorded";
}

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

interface NoShowEvidence extends RoomEvidence {
  status: BookingStatus;
  /**
   * The interviewee rated the interview, or the interviewer uploaded their PDF or ended it by hand: evidence that it took
   * place.
   */
  wasConfirmed: boolean;
  /** The accused was in the room during the interview, perhaps only from this moment on. */
  accusedCame: boolean;
}

/**
 * Decides a no-show report. It waits for the operator if the accused was in the room, perhaps still is, or if earlier
 * evidence contradicts it. An interviewer is paid for waiting, so if neither party was in the room, nobody is paid.
 */
export function decideByRecord(
  accused: Party,
  evidence: NoShowEvidence,
): "upheld" | "neither-came" | "pending" {
  const { status, isRecorded, interviewerSeconds, wasConfirmed, accusedCame } = evidence;
  if (wasConfirmed || status === noShowStatusOf(otherParty(accused))) return "pending";
  if (!isRecorded) return "upheld";
  if (accusedCame) return "pending";
  if (accused === "interviewer" || interviewerSeconds >= 60 * waitedMinutes) return "upheld";
  return interviewerSeconds > 0 ? "pending" : "neither-came";
}

export interface InterviewEvidence extends RoomEvidence {
  status: BookingStatus;
  endsAt: Date;
  /** Null until completed. Before the end only the interviewer can complete it, by hand. */
  completedAt: Date | null;
  /** The interviewee rated the interview. */
  hasFeedback: boolean;
  hasFeedbackFile: boolean;
}

/**
 * Decides whether the interview took place, so that this party cannot report a no-show. An interviewer who ended it
 * by hand or gave feedback has confirmed it. That alone does not bind the interviewee, because an interviewer who
 * never met them could also end it.
 */
export function tookPlace(reporter: Party, evidence: InterviewEvidence): boolean {
  if (evidence.status !== "pending" && evidence.status !== "completed") return false;
  if (evidence.hasFeedback || evidence.secondsTogether >= 60 * attendedTogetherMinutes) return true;
  if (reporter === "interviewer" && evidence.hasFeedbackFile) return true;
  return wasEndedByHand(evidence) && (reporter === "interviewer" || evidence.secondsTogether > 0);
}

export function wasEndedByHand({
  status,
  completedAt,
  endsAt,
}: Pick<InterviewEvidence, "status" | "completedAt" | "endsAt">): boolean {
  return status === "completed" && completedAt !== null && completedAt < endsAt;
}

/** An interview of which the record is unclear, and what the parties have said about it. */
interface UnclearState extends Pick<UnclearInterview, "found" | "outcome"> {
  intervieweeConfirmed: boolean | null;
  interviewerConfirmed: boolean | null;
}

/** The parties whose word on whether the interview took place is still missing. */
export function askedParties({ status }: { status: BookingStatus }, unclear: UnclearState): Party[] {
  if (status !== "pending" || unclear.outcome !== null) return [];
  const asked: Party[] = [];
  if (unclear.intervieweeConfirmed === null) asked.push("interviewee");
  if (unclear.found === "nobody-came" && unclear.interviewerConfirmed === null) asked.push("interviewer");
  return asked;
}

/** An interviewee may take back so many short interviews by themselves within so many days. */
export const mostOwnReturns = 2;
export const ownReturnDays = 90;

/** Nobody decides for themselves again and again. `lastReturn`: the earliest of an interviewee's last two returns. */
export function mayReturn(lastReturn: Date | null, now: Date): boolean {
  return lastReturn === null || lastReturn <= addMinutes(now, -60 * 24 * ownReturnDays);
}

/** Whether the other party's report about this one waits for our decision, which an answer must not forestall. */
export function isDisputed(party: Party, reports: readonly { by: Party; outcome: string }[]): boolean {
  return reports.some(({ by, outcome }) => by !== party && outcome === "pending");
}

/** The question that an unclear interview asks this party now. */
export function questionTo(
  party: Party,
  booking: { status: BookingStatus },
  unclear: UnclearState & Pick<UnclearInterview, "reason">,
  reports: readonly { by: Party; outcome: string }[],
): NonNullable<Booking["unclear"]>["asks"] {
  if (askedParties(booking, unclear).includes(party)) return isDisputed(party, reports) ? null : "took-place";
  const needsReason = unclear.found === "ended-early" && unclear.reason === null;
  const isOpen = booking.status === "pending" && unclear.outcome === null;
  return party === "interviewer" && isOpen && needsReason ? "reason" : null;
}

/**
 * Whether a party may still report the other as absent. The question takes the place of a report, except that of a short
 * interview, to which somebody may have come for a moment only.
 */
export function allowsReport(unclear: Pick<UnclearInterview, "found" | "outcome"> | null): boolean {
  if (unclear === null || unclear.outcome === "missed") return true;
  return unclear.found === "ended-early" && unclear.outcome === null;
}

interface StoredProposal {
  outcome: string | null;
  /** The booking's `inviteSequence` when the time was proposed. */
  bookingSequence: number;
  expiresAt: Date;
}

/**
 * The instant until which both parties can accept: until then, both times are ahead and the slot is bookable.
 */
export function proposalExpiry(
  booking: Pick<BookingRecord, "startsAt">,
  { startsAt, bookableUntil }: { startsAt: Date; bookableUntil: Date | null },
  now: Date,
): Date {
  const latest = addMinutes(now, 60 * moveProposalHours);
  const ends = [latest, booking.startsAt, startsAt, ...(bookableUntil === null ? [] : [bookableUntil])];
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}

export function proposalState(
  { outcome, bookingSequence, expiresAt }: StoredProposal,
  booking: Pick<BookingRecord, "status" | "inviteSequence">,
  now: Date,
): MoveProposal["state"] {
  if (outcome !== null && outcome !== "lapsed") return outcome as MoveProposal["state"];
  if (booking.status === "cancelled") return "booking_canceled";
  // Completing a booking does not change its sequence, but the proposal has expired by then.
  if (booking.inviteSequence !== bookingSequence) return "booking_changed";
  return outcome === "lapsed" || expiresAt <= now ? "expired" : "open";
}

/** A booking with its proposal that has no outcome yet, if any. */
interface ListedProposal extends Pick<BookingRecord, "status" | "inviteSequence"> {
  proposalId: string | null;
  proposalSequence: number | null;
  proposalExpiresAt: Date | null;
  intervieweeAcceptedAt: Date | null;
  interviewerAcceptedAt: Date | null;
}

/** The proposal in a list's row that this party can still accept; null without one. */
export function findUnansweredProposal(row: ListedProposal, party: Party, now: Date): string | null {
  const { proposalId, proposalSequence, proposalExpiresAt } = row;
  if (proposalId === null || proposalSequence === null || proposalExpiresAt === null) return null;
  const acceptedAt = party === "interviewee" ? row.intervieweeAcceptedAt : row.interviewerAcceptedAt;
  const proposal = { outcome: null, bookingSequence: proposalSequence, expiresAt: proposalExpiresAt };
  return acceptedAt === null && proposalState(proposal, row, now) === "open" ? proposalId : null;
}

export function partyOf({ intervieweeId }: BookingRecord, { userId }: { userId: string }): Party {
  return intervieweeId === userId ? "interviewee" : "interviewer";
}
