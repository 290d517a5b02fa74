import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";

/** The slots that the user can book at `now`: future ones that do not overlap one of their interviews. */
export function bookableSlots(
  slots: readonly Slot[],
  bookings: readonly Pick<Booking, "status" | "startTime" | "endTime">[],
  now: Date,
): Slot[] {
  const taken = bookings
    .filter(({ status }) => status === "pending")
    .map(({ startTime, endTime }) => [Date.parse(startTime), Date.parse(endTime)] as const);
  return slots.filter(({ slotTime }) => {
    const startsAt = new Date(slotTime);
    if (startsAt <= now) return false;
    const from = startsAt.getTime();
    const to = addMinutes(startsAt, slotMinutes).getTime();
    return !taken.some(([start, end]) => from < end && start < to);
  });
}
