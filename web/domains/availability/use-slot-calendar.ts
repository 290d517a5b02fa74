import { useState } from "react";
import type { CalendarView, TimeRange } from "../../ui/calendar/calendar-event.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { useAvailability, useNextSlotTime } from "./queries.ts";
import { isOutsideVisibleHours, slotEvents } from "./slot-events.ts";

/** Under this width the calendar starts with a day (spec §9). */
const smallScreen = 768;

/** What the calendar shows and which slot is chosen in it. */
export function useSlotCalendar(timeZone: string) {
  const [isSmall] = useState(() => window.innerWidth < smallScreen);
  const [view, setView] = useState<CalendarView>(isSmall ? "day" : "month");
  const [range, setRange] = useState<TimeRange | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const now = useNow();
  const availability = useAvailability(range);
  // A month shows by itself where something stands; a single day may be an empty one.
  const openOn = useNextSlotTime(isSmall, now);
  const events = slotEvents(availability.data ?? [], { timeZone, now, selectedId });
  const hidden = view === "month" ? [] : events.filter((event) => isOutsideVisibleHours(event, timeZone));
  return {
    view,
    setView,
    setRange,
    now,
    openOn,
    eventsOf: availability.isSuccess && !availability.isPlaceholderData ? range : null,
    availability,
    events,
    hidden,
    select: setSelectedId,
    unselect: () => setSelectedId(null),
    selected: availability.data?.find((slot) => slot._id === selectedId) ?? null,
  };
}
