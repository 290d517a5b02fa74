import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes, slotHorizonDays, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { timeZoneLabel, timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";
import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import { useMemo, useState } from "react";
import { readLocalTime } from "../../format/local-time.ts";
import { dayKey, formatDay, formatSlotRange, formatTime } from "../../format/times.ts";
import {
  type CalendarEvent,
  type CalendarTone,
  type CalendarView,
  markSelected,
  type TimeRange,
} from "../../ui/calendar/calendar-event.ts";
import { useNow } from "../../ui/hooks.ts";
import { useAvailability, useNextSlotTime } from "./queries.ts";

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
  if (slot.booking.status === "pending")
    return { ...titles, tone: "booked", description: `Interview with ${name}` };
  return slot.booking.status === "completed"
    ? { ...titles, tone: "completed", description: `Completed interview with ${name}` }
    : { ...titles, tone: "past", description: `Interview with ${name} that did not take place` };
}

export function slotEvents(
  slots: readonly Availability[],
  { timeZone, now }: { timeZone: string; now: Date },
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

/** The hours that the week and day views draw (requirements §9). */
export const visibleFrom = "06:30";
export const visibleTo = "23:30";

/** True when the whole event lies outside the hours that the week and day views draw. */
export function isOutsideVisibleHours(event: CalendarEvent, timeZone: string): boolean {
  const start = formatTime(event.startsAt, timeZone);
  const end = formatTime(event.endsAt, timeZone);
  return start >= visibleTo || (end <= visibleFrom && start < visibleFrom);
}

export const pastSlotMessage = "You cannot add slots in the past.";

/** Shown for a drag that begins on one day and ends on another. */
export const slotOverTwoDaysMessage =
  "A slot is 45 minutes and starts and ends on one day. Drag within that day, or add it by date and time.";

export function slotEndAfter(startsAt: Date): Date {
  return new Date(startsAt.getTime() + slotMinutes * 60_000);
}

/** The confirmation before a slot is added, with pinned wording. */
export function offerSlotQuestion(startsAt: Date, timeZone: string): string {
  return `Make slot available on ${formatSlotRange(startsAt, slotEndAfter(startsAt), timeZone)}?`;
}

/** For a time that occurs twice in an autumn night: which of the two is meant. Null for any other time. */
export function repeatedTimeNote(startsAt: Date, timeZone: string): string | null {
  const time = formatTime(startsAt, timeZone);
  const local = readLocalTime(dayKey(startsAt, timeZone), time, timeZone);
  if (local.kind !== "twice") return null;
  const which = startsAt.getTime() === local.first.getTime() ? "first" : "second";
  return `The clocks go back that night and ${time} comes twice. This is the ${which}, at ${timeZoneOffset(startsAt, timeZone)}.`;
}

/** From when interviewees see a slot that is too far ahead for their list; null for one that they see at once. */
export function listedLaterNote(startsAt: Date, now: Date, timeZone: string): string | null {
  const listedFrom = addMinutes(startsAt, -slotHorizonDays * 24 * 60);
  return listedFrom <= now ? null : `Interviewees see it from ${formatDay(listedFrom, timeZone)} on.`;
}

/** Why a typed time cannot be the start of a slot. */
export function skippedTimeNote(noon: Date, time: string, timeZone: string): string {
  return `${time} does not exist on ${formatDay(noon, timeZone)} in ${timeZoneLabel(timeZone, noon)}, because the clocks go forward. Choose another time.`;
}

/** Below this width the calendar starts with the day view (requirements §9). */
const smallScreenWidth = 768;

const noSlots: readonly Availability[] = [];

/** The calendar's period and its selected slot. */
export function useSlotCalendar(timeZone: string) {
  const [isSmall] = useState(() => window.innerWidth < smallScreenWidth);
  const [view, setView] = useState<CalendarView>(isSmall ? "day" : "month");
  const [range, setRange] = useState<TimeRange | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const now = useNow();
  const availability = useAvailability(range);
  const nextAt = useNextSlotTime(now);
  const [focusAt, setFocusAt] = useState<Date | null>(null);
  const slots = availability.data ?? noSlots;
  // Memoized separately, so that selecting a slot does not format the others again.
  const unselected = useMemo(() => slotEvents(slots, { timeZone, now }), [slots, timeZone, now]);
  const events = useMemo(() => markSelected(unselected, selectedId), [unselected, selectedId]);
  const hidden = useMemo(
    () => (view === "month" ? [] : events.filter((event) => isOutsideVisibleHours(event, timeZone))),
    [view, events, timeZone],
  );
  return {
    view,
    setView,
    setRange,
    now,
    nextAt,
    focusAt,
    /** Moves the calendar to a slot that was added elsewhere. */
    focus: setFocusAt,
    eventsRange: availability.isSuccess && !availability.isPlaceholderData ? range : null,
    availability,
    events,
    hidden,
    select: setSelectedId,
    unselect: () => setSelectedId(null),
    selected: availability.data?.find((slot) => slot._id === selectedId) ?? null,
  };
}
