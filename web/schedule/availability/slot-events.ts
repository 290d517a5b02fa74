import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import { formatSlotRange } from "../../format/format-day.ts";
import { formatTime } from "../../format/format-time.ts";
import { fullName } from "../../format/full-name.ts";
import type { CalendarEvent, CalendarTone } from "../../ui/calendar/calendar-event.ts";

interface EventAppearance {
  title: string;
  shortTitle: string;
  tone: CalendarTone;
  description: string;
}

function appearanceFor(slot: Availability, now: Date): EventAppearance {
  if (slot.booking === null) {
    const isPast = new Date(slot.slotTime) <= now;
    return isPast
      ? { title: "Not booked", shortTitle: "Past", tone: "past", description: "Past slot that nobody booked" }
      : { title: "Available", shortTitle: "Open", tone: "available", description: "Available slot" };
  }
  const name = fullName(slot.booking.userId);
  const titles = { title: name, shortTitle: slot.booking.userId.firstName };
  if (slot.booking.status === "pending") {
    return { ...titles, tone: "booked", description: `Interview with ${name}` };
  }
  return slot.booking.status === "completed"
    ? { ...titles, tone: "completed", description: `Completed interview with ${name}` }
    : { ...titles, tone: "past", description: `Interview with ${name} that did not take place` };
}

interface SlotEventOptions {
  timeZone: string;
  now: Date;
}

/** The interviewer's slots as calendar events. */
export function slotEvents(
  slots: readonly Availability[],
  { timeZone, now }: SlotEventOptions,
): CalendarEvent[] {
  return slots.map((slot) => {
    const { title, shortTitle, tone, description } = appearanceFor(slot, now);
    const startsAt = new Date(slot.slotTime);
    const endsAt = new Date(slot.endTime);
    return {
      id: slot._id,
      startsAt,
      endsAt,
      title,
      shortTitle,
      tone,
      label: `${description}, ${formatSlotRange(startsAt, endsAt, timeZone)}`,
    };
  });
}

/** The same events, with the selected one drawn as such. */
export function markSelected(
  events: readonly CalendarEvent[],
  selectedId: string | null,
): readonly CalendarEvent[] {
  if (selectedId === null) return events;
  return events.map((event) => (event.id === selectedId ? { ...event, tone: "selected" } : event));
}

/** The hours that the week and day views draw (requirements §9). */
export const visibleFrom = "06:30";
export const visibleTo = "23:30";

/** True when the whole event lies outside the hours that the week and day views draw. */
export function isOutsideVisibleHours(event: CalendarEvent, timeZone: string): boolean {
  const start = formatTime(event.startsAt, timeZone);
  const end = formatTime(event.endsAt, timeZone);
  return start >= visibleTo || (end <= visibleFrom && start < visibleFrom);
}
