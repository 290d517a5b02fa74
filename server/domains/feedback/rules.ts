import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { AppError } from "../../http/errors.ts";

/** Throws `conflict` unless the session took place. */
export function checkHeld(status: BookingStatus, msg: string): void {
  if (status !== "completed") throw new AppError("conflict", { msg });
}

/**
 * When an interviewer is asked for their feedback, in minutes after the end: at half of the time and with a twelfth of it
 * left (24 and 44 hours of 48). Each is caught up with until the next is due.
 */
export function feedbackReminderMinutes(deadlineHours: number) {
  const deadline = 60 * deadlineHours;
  const last = Math.round((deadline * 11) / 12);
  return [
    { kind: "last", from: last, until: deadline },
    { kind: "first", from: deadline / 2, until: last },
  ] as const;
}
