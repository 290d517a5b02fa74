import type { Availability } from "@greenroom/contract/availability.ts";
import type { CalendarEvent, CalendarTone } from "../../ui/calendar/calendar-event.ts";
import { formatSlotRange } from "../../ui/time/format-day.ts";
import { formatTime } from "../../ui/time/format-time.ts";
import { fullName } from "../accounts/person-name.ts";

interface Look {
  title: string;
  shortTitle: string;
  tone: CalendarTone;
  words: string;
}

function lookOf(slot: Availability, now: Date): Look {
  if (slot.booking === null) {
    const isPast = new Date(slot.slotTime) <= now;
    return isPast
      ? { title: "Not booked", shortTitle: "Past", tone: "past", words: "Past slot that nobody booked" }
      : { title: "Available", shortTitle: "Open", tone: "available", words: "Available slot" };
  }
  const name = fullName(slot.booking.userId);
  const named = { title: name, shortTitle: slot.booking.userId.firstName };
  if (slot.booking.status === "pending") {
    return { ...named, tone: "booked", words: `Interview with ${name}` };
  }
  return slot.booking.status === "completed"
    ? { ...named, tone: "completed", words: `Completed interview with ${name}` }
    : { ...named, tone: "past", words: `Interview with ${name} that did not take place` };
}

interface SlotView {
  timeZone: string;
  now: Date;
  selectedId: string | null;
}

/** The interviewer's slots as the calendar draws them. */
export function slotEvents(
  slots: readonly Availability[],
  { timeZone, now, selectedId }: SlotView,
): CalendarEvent[] {
  return slots.map((slot) => {
    const { title, shortTitle, tone, words } = lookOf(slot, now);
    const startsAt = new Date(slot.slotTime);
    const endsAt = new Date(slot.endTime);
    return {
      id: slot._id,
      startsAt,
      endsAt,
      title,
      shortTitle,
      tone: slot._id === selectedId ? "selected" : tone,
      label: `${words}, ${formatSlotRange(startsAt, endsAt, timeZone)}`,
    };
  });
}

/** The hours that week and day draw (spec §9). */
export const visibleFrom = "06:30";
export const visibleTo = "23:30";

/** True when no part of the event lies within the hours that week and day draw. */
export function isOutsideVisibleHours(event: CalendarEvent, timeZone: string): boolean {
  const start = formatTime(event.startsAt, timeZone);
  const end = formatTime(event.endsAt, timeZone);
  return start >= visibleTo || (end <= visibleFrom && start < visibleFrom);
}
