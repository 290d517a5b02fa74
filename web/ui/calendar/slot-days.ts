import { dayKey, hourOf } from "../../format/format-day.ts";
import type { CalendarEvent } from "./calendar-event.ts";

export interface SlotDay {
  /** `2026-11-20`, in the viewer's zone. */
  key: string;
  /** An instant of that day, for formatting. */
  instant: Date;
  groups: SlotGroup[];
}

export interface SlotGroup {
  name: "Morning" | "Afternoon" | "Evening";
  events: CalendarEvent[];
}

function partOfDay(hour: number): SlotGroup["name"] {
  if (hour < 12) return "Morning";
  return hour < 17 ? "Afternoon" : "Evening";
}

/** The events by day and part of the day in the viewer's zone, in order of time. */
export function groupByDay(events: readonly CalendarEvent[], timeZone: string): SlotDay[] {
  const days = new Map<string, SlotDay>();
  for (const event of [...events].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const key = dayKey(event.startsAt, timeZone);
    const day = days.get(key) ?? { key, instant: event.startsAt, groups: [] };
    days.set(key, day);
    const name = partOfDay(hourOf(event.startsAt, timeZone));
    const group = day.groups.find((candidate) => candidate.name === name);
    if (group) group.events.push(event);
    else day.groups.push({ name, events: [event] });
  }
  return [...days.values()];
}
