import type { Booking } from "@greenroom/contract/bookings.ts";
import { formatDay } from "../../ui/time/format-day.ts";
import { formatExactTime } from "../../ui/time/format-time.ts";

interface View {
  deadlineHours: number;
  now: Date;
  timeZone: string;
}

/** Of a session that was held: when its mentor's file is due, or that it is late and what was given for it. Null once it is here. */
export function mentorFeedbackWords(
  {
    status,
    endTime,
    feedbackFileUrl,
    remediedAt,
  }: Pick<Booking, "status" | "endTime" | "feedbackFileUrl" | "remediedAt">,
  { deadlineHours, now, timeZone }: View,
): string | null {
  if (status !== "completed" || feedbackFileUrl !== null) return null;
  if (remediedAt !== null) {
    const given = formatDay(new Date(remediedAt), timeZone);
    return `Your mentor's feedback is late, so a session came back to you on ${given}. The feedback is still to come.`;
  }
  const dueAt = new Date(Date.parse(endTime) + deadlineHours * 3_600_000);
  const due = `${formatDay(dueAt, timeZone)}, ${formatExactTime(dueAt, timeZone)}`;
  return now < dueAt
    ? `Your mentor's feedback is due by ${due}.`
    : `Your mentor's feedback was due by ${due} and is late.`;
}
