import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { formatLongDay } from "../../../format/format-day.ts";
import { formatTimeRange } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";

export function slotEnd({ slotTime }: Slot): Date {
  return addMinutes(new Date(slotTime), slotMinutes);
}

function formatWhen(startsAt: Date, endsAt: Date, timeZone: string): string {
  return `${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, endsAt, timeZone)}`;
}

/** An open slot as an event of the calendar and the list. */
export function slotEvent(slot: Slot, timeZone: string): CalendarEvent {
  const startsAt = new Date(slot.slotTime);
  const endsAt = slotEnd(slot);
  const title = fullName(slot.interviewerId);
  return {
    id: slot._id,
    startsAt,
    endsAt,
    title,
    shortTitle: slot.interviewerId.firstName,
    tone: "available",
    label: `Open slot with ${title}, ${formatWhen(startsAt, endsAt, timeZone)}`,
  };
}

/** The user's upcoming and completed interviews as calendar events. Canceled and missed ones take no time. */
export function interviewEvents(bookings: readonly Booking[], timeZone: string): CalendarEvent[] {
  return bookings.flatMap((booking) => {
    if (booking.status !== "pending" && booking.status !== "completed") return [];
    const startsAt = new Date(booking.startTime);
    const endsAt = new Date(booking.endTime);
    const isCompleted = booking.status === "completed";
    const subject = isCompleted ? "Your completed interview" : "Your interview";
    return {
      id: booking._id,
      startsAt,
      endsAt,
      title: "Interview",
      shortTitle: "Yours",
      tone: isCompleted ? ("completed" as const) : ("mine" as const),
      label: `${subject} with ${fullName(booking.interviewerId)}, ${formatWhen(startsAt, endsAt, timeZone)}`,
    };
  });
}
