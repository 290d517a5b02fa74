import { countOf } from "@greenroom/contract/kernel/plain-text.ts";

/** Before booking: what canceling will cost for a slot with this start. Null counts as far away. */
export function cancellationNoticeBeforeBooking(
  noticeHours: number,
  startsAt: Date | null,
  now: Date,
): string {
  if (noticeHours === 0) return "Free to cancel until it starts";
  const isLate = startsAt !== null && startsAt.getTime() - now.getTime() < noticeHours * 3_600_000;
  return isLate
    ? `Starts in less than ${countOf(noticeHours, "hour")}: canceling would cost the session`
    : `Free to cancel until ${countOf(noticeHours, "hour")} before`;
}
