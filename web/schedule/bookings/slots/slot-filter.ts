import type { Slot } from "@greenroom/contract/schedule/availability.ts";
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

/** The chosen interviewer's id in a URL. */
export const readInterviewerId = (address: URLSearchParams): string | null =>
  address.get("interviewer") || null;

/** Reads the filter from a URL. Anybody can write one, so a time of day that does not exist is ignored. */
export function readSlotFilter(address: URLSearchParams, slots: readonly Slot[]): SlotFilter {
  const id = readInterviewerId(address);
  const slot = slots.find(({ interviewerId }) => interviewerId._id === id);
  const name = slot === undefined ? "An interviewer without open slots" : fullName(slot.interviewerId);
  return {
    interviewer: id === null ? null : { id, name },
    dayPart: dayParts.find((part) => part.toLowerCase() === address.get("time")) ?? null,
  };
}

/** The URL with another filter; its other parameters stay. */
export function writeSlotFilter(
  address: URLSearchParams,
  { interviewer, dayPart }: SlotFilter,
): URLSearchParams {
  const written = new URLSearchParams(address);
  for (const [name, value] of Object.entries({
    interviewer: interviewer?.id,
    time: dayPart?.toLowerCase(),
  })) {
    if (value === undefined) written.delete(name);
    else written.set(name, value);
  }
  return written;
}

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
