import type { Booking, Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { isRoomClosed } from "../meetings/rules.ts";
import { opensResume } from "../resumes/policy.ts";
import {
  type BookingRecord,
  isOver,
  mayCallOff,
  mayCancel,
  mayEnd,
  mayMove,
  mayReportNoShow,
} from "./rules.ts";

type Action = Booking["allowedActions"][number];

/** What the policy looks at. */
export type BookingFacts = Pick<BookingRecord, "status" | "startsAt" | "endsAt"> & {
  joinUrl: string | null;
  hasFeedback: boolean;
  hasFeedbackFile: boolean;
  /** Who has said already that the other did not come. */
  reportedBy: Party[];
};

/** What the policy is asked with. */
export interface PolicyView {
  now: Date;
  /** Setting: until so many hours before the start the interviewee is free to cancel or move. */
  noticeHours: number;
}

export function viewOf({ clock, config }: Pick<Deps, "clock" | "config">): PolicyView {
  return { now: clock.now(), noticeHours: config.cancelNoticeHours };
}

/** A session counts as held from its end on, also in the minute until the job has written so. */
function wasHeld(booking: BookingFacts, now: Date): boolean {
  return booking.status === "completed" || isOver(booking, now);
}

/** The link is shown as soon as there is one; the room itself opens shortly before the start. */
function canJoin(booking: BookingFacts, now: Date): boolean {
  return booking.status === "pending" && booking.joinUrl !== null && !isRoomClosed(booking, now);
}

export function intervieweeActions(booking: BookingFacts, { now, noticeHours }: PolicyView): Action[] {
  const actions: Action[] = [];
  if (canJoin(booking, now)) actions.push("join");
  if (wasHeld(booking, now) && !booking.hasFeedback) actions.push("give-feedback");
  if (booking.hasFeedbackFile) actions.push("download-feedback");
  if (mayMove(booking, noticeHours, now)) actions.push("reschedule");
  if (mayCancel(booking, now)) actions.push("cancel");
  if (mayReportNoShow(booking, "interviewee", booking.reportedBy, now)) actions.push("report-no-show");
  return actions;
}

export function interviewerActions(booking: BookingFacts, { now }: PolicyView): Action[] {
  const actions: Action[] = [];
  if (canJoin(booking, now)) actions.push("join");
  if (wasHeld(booking, now) && !booking.hasFeedbackFile) actions.push("upload-feedback");
  if (booking.hasFeedbackFile) actions.push("download-feedback");
  if (opensResume(booking, now)) actions.push("view-resume");
  if (mayCallOff(booking, now)) actions.push("cancel");
  if (mayEnd(booking, now)) actions.push("end-now");
  if (mayReportNoShow(booking, "interviewer", booking.reportedBy, now)) actions.push("report-no-show");
  return actions;
}
