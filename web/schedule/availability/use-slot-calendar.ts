import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import { useMemo, useState } from "react";
import type { CalendarView, TimeRange } from "../../ui/calendar/calendar-event.ts";
import { useNow } from "../../ui/hooks/use-now.ts";
import { useAvailability, useNextSlotTime } from "./queries.ts";
import { isOutsideVisibleHours, markSelected, slotEvents } from "./slot-events.ts";

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
