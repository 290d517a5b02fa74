import type { Slot } from "@greenroom/contract/schedule/availability.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useMemo } from "react";
import type { CalendarEvent } from "../../../ui/calendar/calendar-event.ts";
import { interviewEvents, slotEvent } from "./calendar-events.ts";
import { eventsInDayPart, interviewerOptions, type SlotFilter, slotsOfInterviewer } from "./slot-filter.ts";

interface FilteredSlotsInput {
  slots: readonly Slot[];
  bookings: readonly Booking[];
  selectedId: string | null;
  timeZone: string;
  filterState: readonly [SlotFilter, (filter: SlotFilter) => void];
}

export type FilteredSlots = ReturnType<typeof useFilteredSlots>;

/**
 * The slots to choose from, filtered. The steps are memoized separately, so that selecting a slot does not format
 * the others again.
 */
export function useFilteredSlots({
  slots,
  bookings,
  selectedId,
  timeZone,
  filterState: [filter, setFilter],
}: FilteredSlotsInput) {
  const { interviewer, dayPart } = filter;

  const interviewers = useMemo(() => interviewerOptions(slots, interviewer), [slots, interviewer]);
  const events = useMemo(
    () => slotsOfInterviewer(slots, interviewer).map((slot) => slotEvent(slot, timeZone)),
    [slots, interviewer, timeZone],
  );
  const eventsOfDayPart = useMemo(
    () => eventsInDayPart(events, dayPart, timeZone),
    [events, dayPart, timeZone],
  );
  const slotEvents = useMemo(() => markSelected(eventsOfDayPart, selectedId), [eventsOfDayPart, selectedId]);
  const ownEvents = useMemo(() => interviewEvents(bookings, timeZone), [bookings, timeZone]);

  return { filter, setFilter, interviewers, slotEvents, ownEvents };
}

function markSelected(events: readonly CalendarEvent[], selectedId: string | null): readonly CalendarEvent[] {
  if (selectedId === null) return events;
  return events.map((event) =>
    event.id === selectedId ? { ...event, tone: "selected", label: `${event.label}, chosen` } : event,
  );
}
