import type { Booking, Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../kernel/deps.ts";
import { canReadResume } from "../../people/resumes/policy.ts";
import { isOwnRoom } from "../meetings/is-in-own-room.ts";
import { isRoomClosed } from "../meetings/meeting-times.ts";
import { type InterviewEvidence, tookPlace } from "./no-shows/took-place.ts";
import {
  isOver,
  mayCancel,
  mayCancelAsInterviewer,
  mayEnd,
  mayMove,
  mayReportNoShow,
  wasHeldByRecord,
} from "./rules.ts";
import { allowsReport } from "./unclear/rules.ts";
import type { UnclearRow } from "./unclear/unclear-store.ts";

type Action = Booking["allowedActions"][number];

/** The facts that the policy decides on. */
export type BookingFacts = InterviewEvidence & {
  startsAt: Date;
  joinUrl: string | null;
  /** The record is unclear, so the parties are or were asked; null if it is clear. */
  unclear: Pick<UnclearRow, "found" | "outcome"> | null;
  /** The parties that have already reported the other as absent. */
  reportedBy: Party[];
};

/** The time and settings that the policy depends on. */
export interface PolicyView {
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

export function intervieweeActions(booking: BookingFacts, view: PolicyView): Action[] {
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

export function interviewerActions(booking: BookingFacts, view: PolicyView): Action[] {
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
