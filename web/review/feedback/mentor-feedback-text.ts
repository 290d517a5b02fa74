import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { formatDay } from "../../format/format-day.ts";
import { formatExactTime } from "../../format/format-time.ts";

interface MentorFeedbackView {
  deadlineHours: number;
  now: Date;
  timeZone: string;
}

/**
 * For a completed session: when the mentor's file is due, or that it is late and what was given for it. Null once
 * the file is here.
 */
export function mentorFeedbackText(
  {
    status,
    endTime,
    feedbackFileUrl,
    remediedAt,
  }: Pick<Booking, "status" | "endTime" | "feedbackFileUrl" | "remediedAt">,
  { deadlineHours, now, timeZone }: MentorFeedbackView,
): string | null {
  if (status !== "completed" || feedbackFileUrl !== null) return null;
  if (remediedAt !== null) {
    const returnedOn = formatDay(new Date(remediedAt), timeZone);
    return `Your mentor's feedback is late, so we returned a session to you on ${returnedOn}. The feedback is still to come.`;
  }
  return dueText("Your mentor's feedback", endTime, { deadlineHours, now, timeZone });
}

/** The same for the mentor, who has to write it. */
export function ownFeedbackText(
  { status, endTime, feedbackFileUrl }: Pick<Booking, "status" | "endTime" | "feedbackFileUrl">,
  view: MentorFeedbackView,
): string | null {
  if (status !== "completed" || feedbackFileUrl !== null) return null;
  return `${dueText("Your feedback", endTime, view)} Your earning for this interview is credited once you send it.`;
}

function dueText(
  feedback: string,
  endTime: string,
  { deadlineHours, now, timeZone }: MentorFeedbackView,
): string {
  const dueAt = new Date(Date.parse(endTime) + deadlineHours * 3_600_000);
  const due = `${formatDay(dueAt, timeZone)}, ${formatExactTime(dueAt, timeZone)}`;
  return now < dueAt ? `${feedback} is due by ${due}.` : `${feedback} was due by ${due} and is late.`;
}
