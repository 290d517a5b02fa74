import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type {
  Booking,
  InterviewerBooking,
  Party,
  UnclearInterview,
} from "@greenroom/contract/schedule/bookings.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { type AiFeedback, aiFeedbackSchema } from "@greenroom/contract/schedule/report-shape.ts";
import type { Deps } from "../../kernel/deps.ts";
import { canReadResume } from "../../people/resumes/resume.ts";
import { isOwnRoom } from "../meetings/meeting-place.ts";
import { isRoomClosed } from "../meetings/meeting-times.ts";
import type { UnclearRow } from "./find-booking.ts";
import {
  allowsReport,
  findUnansweredProposal,
  freeUntil,
  type InterviewEvidence,
  isOver,
  mayCancel,
  mayCancelAsInterviewer,
  mayEditGoal,
  mayEnd,
  mayMove,
  mayReportNoShow,
  mayReturn,
  questionTo,
  type RequestedSlot,
  tookPlace,
  wasHeldByRecord,
} from "./rules.ts";
import { type BookingRow, selectBookings } from "./store.ts";

/** A booking as its interviewee sees it now. The caller has checked access. */
export async function getPresentedBooking(deps: Deps, bookingId: string): Promise<Booking> {
  return presentBooking(await getRow(deps, bookingId), createPolicyView(deps));
}

/** A booking as its interviewer sees it now. The caller has checked access. */
export async function getPresentedInterview(deps: Deps, bookingId: string): Promise<InterviewerBooking> {
  return presentInterviewerBooking(await getRow(deps, bookingId), createPolicyView(deps));
}

function getRow(deps: Deps, bookingId: string) {
  return selectBookings(deps.database).where("booking.id", "=", bookingId).executeTakeFirstOrThrow();
}

export function presentBooking(row: BookingRow, view: PolicyView): Booking {
  return {
    ...presentCommon(row, view),
    unclear: presentUnclear(row, "interviewee", view.now),
    interviewerId: {
      _id: row.interviewerId,
      firstName: row.interviewerFirstName,
      lastName: row.interviewerLastName,
    },
    feedback: presentGivenFeedback(row),
    aiFeedback: row.reportMadeAt === null ? null : presentAiFeedback(row.checkedReport),
    remediedAt: row.remediedAt?.toISOString() ?? null,
    allowedActions: intervieweeActions(toBookingFacts(row, view), view),
    mayEditGoal: mayEditGoal(row, view.now),
    proposedMoveId: findUnansweredProposal(row, "interviewee", view.now),
  };
}

/** A booking that was just made: no meeting, feedback or file yet. */
export function presentNewBooking(
  booking: RequestedSlot & { id: string; goal: Goal | null },
  slot: { startsAt: Date; endsAt: Date; firstName: string; lastName: string },
  view: PolicyView,
): Booking {
  const facts: BookingFacts = {
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    status: "pending",
    joinUrl: null,
    completedAt: null,
    secondsTogether: 0,
    intervieweeSeconds: 0,
    interviewerSeconds: 0,
    unclear: null,
    isRecorded: view.isRecordedBy(null),
    hasFeedback: false,
    hasFeedbackFile: false,
    reportedBy: [],
  };
  return {
    _id: booking.id,
    startTime: slot.startsAt.toISOString(),
    endTime: slot.endsAt.toISOString(),
    status: "pending",
    zoomLink: null,
    feedbackFileUrl: null,
    feedbackAwaitedFrom: null,
    allowedActions: intervieweeActions(facts, view),
    freeUntil: freeUntil(slot, view.noticeHours).toISOString(),
    cancellation: null,
    noShowReports: [],
    unclear: null,
    goal: booking.goal,
    mayEditGoal: mayEditGoal(facts, view.now),
    interviewerId: { _id: booking.interviewerId, firstName: slot.firstName, lastName: slot.lastName },
    feedback: null,
    aiFeedback: null,
    remediedAt: null,
    proposedMoveId: null,
  };
}

export function presentInterviewerBooking(row: BookingRow, view: PolicyView): InterviewerBooking {
  return {
    ...presentCommon(row, view),
    unclear: presentUnclear(row, "interviewer", view.now),
    userId: {
      _id: row.intervieweeId,
      firstName: row.intervieweeFirstName,
      lastName: row.intervieweeLastName,
      email: row.intervieweeEmail,
    },
    intervieweeFeedback: presentGivenFeedback(row),
    report: reportStateOf(row, view),
    allowedActions: interviewerActions(toBookingFacts(row, view), view),
    proposedMoveId: findUnansweredProposal(row, "interviewer", view.now),
  };
}

function presentCommon(row: BookingRow, { noticeHours }: PolicyView) {
  return {
    _id: row.id,
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    status: row.status,
    zoomLink: row.joinUrl,
    // Points to the endpoint that issues the file's link, because a link expires after minutes.
    feedbackFileUrl: row.feedbackFileKey === null ? null : `/api/interviewer/feedback-file/${row.id}`,
    feedbackAwaitedFrom: row.feedbackAwaitedFrom?.toISOString() ?? null,
    freeUntil: row.status === "pending" ? freeUntil(row, noticeHours).toISOString() : null,
    cancellation: presentCancellation(row),
    goal: row.goal,
    noShowReports: row.noShowReports,
  };
}

function presentUnclear(row: BookingRow, viewer: Party, now: Date): Booking["unclear"] {
  const { unclearFound: found, unclearSince: foundAt, unclearSeconds, unclearReason: reason } = row;
  if (found === null || foundAt === null) return null;
  const { unclearOutcome: outcome, intervieweeConfirmed, interviewerConfirmed } = row;
  const facts = { found, foundAt, secondsTogether: unclearSeconds ?? 0, reason, outcome };
  return {
    ...presentUnclearInterview(facts),
    mayReturn: viewer === "interviewee" && mayReturn(row.lastOwnReturn, now),
    asks: questionTo(
      viewer,
      row,
      { ...facts, intervieweeConfirmed, interviewerConfirmed },
      row.noShowReports,
    ),
  };
}

type UnclearFacts = Pick<UnclearRow, "found" | "foundAt" | "secondsTogether" | "reason" | "outcome">;

export function presentUnclearInterview({
  foundAt,
  secondsTogether,
  ...facts
}: UnclearFacts): UnclearInterview {
  const { found, reason, outcome } = facts;
  const minutesTogether = Math.floor(secondsTogether / 60);
  return { found, foundAt: foundAt.toISOString(), minutesTogether, reason, outcome };
}

function presentCancellation({
  cancelledAt,
  cancelledBy,
  sessionForfeited,
}: BookingRow): Booking["cancellation"] {
  if (cancelledAt === null || cancelledBy === null) return null;
  return {
    by: cancelledBy as NonNullable<Booking["cancellation"]>["by"],
    at: cancelledAt.toISOString(),
    sessionReturned: !sessionForfeited,
  };
}

/** A stored report as the API returns it. Null for a format that only a later version of the server knows. */
export function presentAiFeedback(checked: unknown): AiFeedback | null {
  return aiFeedbackSchema.safeParse(checked).data ?? null;
}

/** How long after an interview's end its report is expected: a job that fails is retried for half a day. */
const reportExpectedHours = 24;

function reportStateOf(row: BookingRow, { now }: PolicyView): NonNullable<InterviewerBooking["report"]> {
  if (row.reportMadeAt !== null) return "made";
  const isHeld = row.status === "pending" || row.status === "completed";
  return isHeld && now < addMinutes(row.endsAt, 60 * reportExpectedHours) ? "awaited" : "none";
}

function presentGivenFeedback({ interviewScore, overallSummary }: BookingRow): Booking["feedback"] {
  return interviewScore === null || overallSummary === null ? null : { interviewScore, overallSummary };
}

function toBookingFacts(row: BookingRow, { isRecordedBy }: PolicyView): BookingFacts {
  return {
    ...row,
    unclear: row.unclearFound && { found: row.unclearFound, outcome: row.unclearOutcome },
    isRecorded: isRecordedBy(row.meetingProvider),
    hasFeedback: row.interviewScore !== null,
    hasFeedbackFile: row.feedbackFileKey !== null,
    reportedBy: row.noShowReports.map(({ by }) => by),
  };
}

type Action = Booking["allowedActions"][number];

type BookingFacts = InterviewEvidence & {
  startsAt: Date;
  joinUrl: string | null;
  /** The record is unclear, so the parties are or were asked; null if it is clear. */
  unclear: Pick<UnclearRow, "found" | "outcome"> | null;
  reportedBy: Party[];
};

/** The time and settings that the policy depends on. */
interface PolicyView {
  now: Date;
  /** Setting: the interviewee can cancel or move free of charge until this many hours before the start. */
  noticeHours: number;
  /** Setting: an interview in our room counts as held after this many minutes together. */
  minTogetherMinutes: number;
  /** Whether a meeting of this provider records who joins; null before the meeting is created. */
  isRecordedBy: (provider: string | null) => boolean;
}

export function createPolicyView(deps: Pick<Deps, "clock" | "config" | "meetings">): PolicyView {
  return {
    now: deps.clock.now(),
    noticeHours: deps.config.cancelNoticeHours,
    minTogetherMinutes: deps.config.minTogetherMinutes,
    isRecordedBy: (provider) => isOwnRoom(deps, provider),
  };
}

/** An interview counts as held from its end, even before the job has marked it as completed within the minute. */
function wasHeld(booking: BookingFacts, { now, minTogetherMinutes }: PolicyView): boolean {
  if (booking.status === "completed") return true;
  return isOver(booking, now) && booking.unclear === null && wasHeldByRecord(booking, minTogetherMinutes);
}

/** The link is shown as soon as it exists. The room itself opens shortly before the start. */
function canJoin(booking: BookingFacts, now: Date): boolean {
  const isUpcoming = booking.status === "pending" && booking.unclear === null;
  return isUpcoming && booking.joinUrl !== null && !isRoomClosed(booking, now);
}

function canReportNoShow(booking: BookingFacts, reporter: Party, now: Date): boolean {
  const mayReport = mayReportNoShow(booking, reporter, booking.reportedBy, now);
  return mayReport && allowsReport(booking.unclear) && !tookPlace(reporter, booking);
}

function intervieweeActions(booking: BookingFacts, view: PolicyView): Action[] {
  const { now, noticeHours } = view;
  const actions: Action[] = [];
  if (canJoin(booking, now)) actions.push("join");
  if (wasHeld(booking, view) && !booking.hasFeedback) actions.push("give-feedback");
  if (booking.hasFeedbackFile) actions.push("download-feedback");
  if (mayMove(booking, noticeHours, now)) actions.push("reschedule");
  if (mayCancel(booking, now)) actions.push("cancel");
  if (canReportNoShow(booking, "interviewee", now)) actions.push("report-no-show");
  return actions;
}

function interviewerActions(booking: BookingFacts, view: PolicyView): Action[] {
  const { now } = view;
  const actions: Action[] = [];
  if (canJoin(booking, now)) actions.push("join");
  if (wasHeld(booking, view) && !booking.hasFeedbackFile) actions.push("upload-feedback");
  if (booking.hasFeedbackFile) actions.push("download-feedback");
  if (canReadResume(booking, now)) actions.push("view-resume");
  if (booking.unclear === null && mayCancelAsInterviewer(booking, booking, now)) actions.push("cancel");
  if (booking.unclear === null && mayEnd(booking, now)) actions.push("end-now");
  if (canReportNoShow(booking, "interviewer", now)) actions.push("report-no-show");
  return actions;
}
