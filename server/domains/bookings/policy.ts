import type { Booking, Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { isOwnRoom } from "../meetings/is-in-own-room.ts";
import { canReadResume } from "../resumes/policy.ts";
import { isRoomClosed } from "../rooms/rules.ts";
import { type InterviewEvidence, tookPlace } from "./no-shows/took-place.ts";
import { isOver, mayCancel, mayCancelAsInterviewer, mayEnd, mayMove, mayReportNoShow } from "./rules.ts";

type Action = Booking["allowedActions"][number];

/** The facts that the policy decides on. */
export type BookingFacts = InterviewEvidence & {
  startsAt: Date;
  joinUrl: string | null;
  /** The parties that have already reported the other as absent. */
  reportedBy: Party[];
};

/** The time and settings that the policy depends on. */
export interface PolicyView {
  now: Date;
  /** Setting: the interviewee can cancel or move free of charge until this many hours before the start. */
  noticeHours: number;
  /** Whether a meeting of this provider records who joins; null before the meeting is created. */
  isRecordedBy: (provider: string | null) => boolean;
}

export function createPolicyView(deps: Pick<Deps, "clock" | "config" | "meetings">): PolicyView {
  return {
    now: deps.clock.now(),
    noticeHours: deps.config.cancelNoticeHours,
    isRecordedBy: (provider) => isOwnRoom(deps, provider),
  };
}

/** An interview counts as held from its end, even before the job has marked it as completed within the minute. */
function wasHeld(booking: BookingFacts, now: Date): boolean {
  return booking.status === "completed" || isOver(booking, now);
}

/** The link is shown as soon as it exists. The room itself opens shortly before the start. */
function canJoin(booking: BookingFacts, now: Date): boolean {
  return booking.status === "pending" && booking.joinUrl !== null && !isRoomClosed(booking, now);
}

function canReportNoShow(booking: BookingFacts, reporter: Party, now: Date): boolean {
  return mayReportNoShow(booking, reporter, booking.reportedBy, now) && !tookPlace(reporter, booking);
}

export function intervieweeActions(booking: BookingFacts, { now, noticeHours }: PolicyView): Action[] {
  const actions: Action[] = [];
  if (canJoin(booking, now)) actions.push("join");
  if (wasHeld(booking, now) && !booking.hasFeedback) actions.push("give-feedback");
  if (booking.hasFeedbackFile) actions.push("download-feedback");
  if (mayMove(booking, noticeHours, now)) actions.push("reschedule");
  if (mayCancel(booking, now)) actions.push("cancel");
  if (canReportNoShow(booking, "interviewee", now)) actions.push("report-no-show");
  return actions;
}

export function interviewerActions(booking: BookingFacts, { now }: PolicyView): Action[] {
  const actions: Action[] = [];
  if (canJoin(booking, now)) actions.push("join");
  if (wasHeld(booking, now) && !booking.hasFeedbackFile) actions.push("upload-feedback");
  if (booking.hasFeedbackFile) actions.push("download-feedback");
  if (canReadResume(booking, now)) actions.push("view-resume");
  if (mayCancelAsInterviewer(booking, now)) actions.push("cancel");
  if (mayEnd(booking, now)) actions.push("end-now");
  if (canReportNoShow(booking, "interviewer", now)) actions.push("report-no-show");
  return actions;
}
