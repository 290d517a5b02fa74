import type { Slot } from "@greenroom/contract/availability.ts";
import type { CalendarEvent } from "../../ui/calendar/calendar-event.ts";
import { groupByDay, type SlotGroup } from "../../ui/calendar/slot-days.ts";
import { fullName } from "../accounts/person-name.ts";

export type DayPart = SlotGroup["name"];
export const dayParts: readonly DayPart[] = ["Morning", "Afternoon", "Evening"];

export interface Interviewer {
  id: string;
  name: string;
}

/** Null lets everything through. */
export interface SlotFilter {
  interviewer: Interviewer | null;
  dayPart: DayPart | null;
}

export const noFilter: SlotFilter = { interviewer: null, dayPart: null };

/** Whom one can choose, by name; who is chosen stays among them also when their last slot has gone. */
export function interviewerChoices(slots: readonly Slot[], chosen: Interviewer | null): Interviewer[] {
  const names = new Map(slots.map(({ interviewerId }) => [interviewerId._id, fullName(interviewerId)]));
  if (chosen) names.set(chosen.id, chosen.name);
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

export function slotsOf(slots: readonly Slot[], interviewer: Interviewer | null): readonly Slot[] {
  return interviewer ? slots.filter(({ interviewerId }) => interviewerId._id === interviewer.id) : slots;
}

/** Morning, afternoon and evening are those of the list's own headings, on the viewer's clock. */
export function eventsIn(
  events: readonly CalendarEvent[],
  dayPart: DayPart | null,
  timeZone: string,
): readonly CalendarEvent[] {
  if (dayPart === null) return events;
  return groupByDay(events, timeZone)
    .flatMap(({ groups }) => groups)
    .filter(({ name }) => name === dayPart)
    .flatMap((group) => group.events);
}
