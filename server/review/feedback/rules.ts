import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { AppError } from "../../kernel/errors.ts";

/** Throws `conflict` unless the interview took place. */
export function checkCompleted(status: BookingStatus, msg: string): void {
  if (status !== "completed") throw new AppError("conflict", { msg });
}

/**
 * When interviewers are reminded of their feedback, in minutes after the end: at half of the deadline and when a
 * twelfth is left (24 and 44 of 48 hours). After an outage a reminder is still sent until the next one is due.
 */
export function feedbackReminderMinutes(deadlineHours: number) {
  const deadline = 60 * deadlineHours;
  const last = Math.round((deadline * 11) / 12);
  return [
    { kind: "last", from: last, until: deadline },
    { kind: "first", from: deadline / 2, until: last },
  ] as const;
}
