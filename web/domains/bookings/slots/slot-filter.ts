import type { Slot } from "@greenroom/contract/availability.ts";
import { fullName } from "../../../format/full-name.ts";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { groupByDay, type SlotGroup } from "../../../ui/calendar/slot-days.ts";

export type DayPart = SlotGroup["name"];
export const dayParts: readonly DayPart[] = ["Morning", "Afternoon", "Evening"];

export interface InterviewerOption {
  id: string;
  name: string;
}

/** Null matches everything. */
export interface SlotFilter {
  interviewer: InterviewerOption | null;
  dayPart: DayPart | null;
}

export const noFilter: SlotFilter = { interviewer: null, dayPart: null };

/** The interviewers to choose from, by name. The selected one stays in the list even without any slots left. */
export function interviewerOptions(
  slots: readonly Slot[],
  chosen: InterviewerOption | null,
): InterviewerOption[] {
  const names = new Map(slots.map(({ interviewerId }) => [interviewerId._id, fullName(interviewerId)]));
  if (chosen) names.set(chosen.id, chosen.name);
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

export function slotsOfInterviewer(
  slots: readonly Slot[],
  interviewer: InterviewerOption | null,
): readonly Slot[] {
  return interviewer ? slots.filter(({ interviewerId }) => interviewerId._id === interviewer.id) : slots;
}

/** Morning, afternoon and evening are the same as in the list's headings, in the viewer's time zone. */
export function eventsInDayPart(
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
