import type { Booking } from "@greenroom/contract/bookings.ts";
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
  const dueAt = new Date(Date.parse(endTime) + deadlineHours * 3_600_000);
  const due = `${formatDay(dueAt, timeZone)}, ${formatExactTime(dueAt, timeZone)}`;
  return now < dueAt
    ? `Your mentor's feedback is due by ${due}.`
    : `Your mentor's feedback was due by ${due} and is late.`;
}
