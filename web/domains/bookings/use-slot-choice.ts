import type { Slot } from "@greenroom/contract/availability.ts";
import type { Booking } from "@greenroom/contract/bookings.ts";
import { useMemo, useState } from "react";
import type { CalendarEvent } from "../../ui/calendar/calendar-event.ts";
import { interviewEvents, slotEvent } from "./booking-events.ts";
import { eventsIn, interviewerChoices, noFilter, slotsOf } from "./slot-filter.ts";

interface SlotChoiceInput {
  slots: readonly Slot[];
  bookings: readonly Booking[];
  selectedId: string | null;
  timeZone: string;
}

export type SlotChoice = ReturnType<typeof useSlotChoice>;

/** What there is to choose from, filtered. The steps are kept apart so that choosing a slot words no other one anew. */
export function useSlotChoice({ slots, bookings, selectedId, timeZone }: SlotChoiceInput) {
  const [filter, setFilter] = useState(noFilter);
  const { interviewer, dayPart } = filter;

  const interviewers = useMemo(() => interviewerChoices(slots, interviewer), [slots, interviewer]);
  const events = useMemo(
    () => slotsOf(slots, interviewer).map((slot) => slotEvent(slot, timeZone)),
    [slots, interviewer, timeZone],
  );
  const inDayPart = useMemo(() => eventsIn(events, dayPart, timeZone), [events, dayPart, timeZone]);
  const slotEvents = useMemo(() => markSelected(inDayPart, selectedId), [inDayPart, selectedId]);
  const ownEvents = useMemo(() => interviewEvents(bookings, timeZone), [bookings, timeZone]);

  return { filter, setFilter, interviewers, slotEvents, ownEvents };
}

function markSelected(events: readonly CalendarEvent[], selectedId: string | null): readonly CalendarEvent[] {
  if (selectedId === null) return events;
  return events.map((event) =>
    event.id === selectedId ? { ...event, tone: "selected", label: `${event.label}, chosen` } : event,
  );
}
