import type { Slot } from "@greenroom/contract/availability.ts";
import type { Booking } from "@greenroom/contract/bookings.ts";
import { addMinutes, slotMinutes } from "@greenroom/contract/time.ts";
import type { CalendarEvent } from "../../ui/calendar/calendar-event.ts";
import { formatLongDay } from "../../ui/time/format-day.ts";
import { formatTimeRange } from "../../ui/time/format-time.ts";
import { fullName } from "../accounts/person-name.ts";

export function endOfSlot({ slotTime }: Slot): Date {
  return addMinutes(new Date(slotTime), slotMinutes);
}

function sayWhen(startsAt: Date, endsAt: Date, timeZone: string): string {
  return `${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, endsAt, timeZone)}`;
}

/** An open slot as the calendar and the list draw it. */
export function slotEvent(slot: Slot, timeZone: string): CalendarEvent {
  const startsAt = new Date(slot.slotTime);
  const endsAt = endOfSlot(slot);
  const title = fullName(slot.interviewerId);
  return {
    id: slot._id,
    startsAt,
    endsAt,
    title,
    shortTitle: slot.interviewerId.firstName,
    tone: "available",
    label: `Open slot with ${title}, ${sayWhen(startsAt, endsAt, timeZone)}`,
  };
}

/** My interviews for the calendar: what is to come and what was held. Cancelled and missed ones take no time. */
export function interviewEvents(bookings: readonly Booking[], timeZone: string): CalendarEvent[] {
  return bookings.flatMap((booking) => {
    if (booking.status !== "pending" && booking.status !== "completed") return [];
    const startsAt = new Date(booking.startTime);
    const endsAt = new Date(booking.endTime);
    const isHeld = booking.status === "completed";
    const whose = isHeld ? "Your completed interview" : "Your interview";
    return {
      id: booking._id,
      startsAt,
      endsAt,
      title: "Your interview",
      shortTitle: "Yours",
      tone: isHeld ? ("completed" as const) : ("mine" as const),
      label: `${whose} with ${fullName(booking.interviewerId)}, ${sayWhen(startsAt, endsAt, timeZone)}`,
    };
  });
}
