import { memo, useEffect, useMemo, useState } from "react";
import { Calendar } from "../../../ui/calendar/calendar.tsx";
import type { CalendarEvent, CalendarView, TimeRange } from "../../../ui/calendar/calendar-event.ts";

interface SlotCalendarProps {
  slotEvents: readonly CalendarEvent[];
  ownEvents: readonly CalendarEvent[];
  /** As in `CalendarProps`. */
  filter: string;
  /** True when the slots and interviews are loaded. */
  isReady: boolean;
  isNarrow: boolean;
  timeZone: string;
  now: Date;
  onSelectEvent: (id: string) => void;
  /** Called with the end of the days that are drawn. */
  onShowUntil: (instant: Date) => void;
}

/**
 * Open slots and the user's interviews. The whole day is drawn, because an interviewer's evening can be the
 * viewer's night.
 */
export const SlotCalendar = memo(function SlotCalendar(props: SlotCalendarProps) {
  const { slotEvents, ownEvents, filter, isReady, isNarrow, timeZone, now, onSelectEvent, onShowUntil } =
    props;
  const [chosenView, setChosenView] = useState<CalendarView | null>(null);
  const [range, setRange] = useState<TimeRange | null>(null);
  // Only for the slot that was selected before the calendar was shown; later ones are selected in the calendar
  // itself.
  const [openOn, setOpenOn] = useState<Date | null | undefined>(undefined);
  if (openOn === undefined && isReady) {
    setOpenOn(slotEvents.find(({ tone }) => tone === "selected")?.startsAt ?? null);
  }

  useEffect(() => {
    if (range) onShowUntil(range.to);
  }, [range, onShowUntil]);

  // Sixty days can have thousands of slots, so the calendar gets only those of the days that it draws.
  const events = useMemo(
    () =>
      range
        ? [...slotEvents, ...ownEvents].filter(
            ({ startsAt, endsAt }) => startsAt < range.to && endsAt > range.from,
          )
        : [],
    [slotEvents, ownEvents, range],
  );

  return (
    <Calendar
      label="Open slots and your interviews"
      events={events}
      eventsRange={isReady ? range : null}
      view={chosenView ?? (isNarrow ? "day" : "week")}
      onViewChange={setChosenView}
      onRangeChange={setRange}
      timeZone={timeZone}
      now={now}
      nextAt={isReady ? nextEventTime([...slotEvents, ...ownEvents], now) : undefined}
      focusAt={openOn}
      filter={filter}
      weekStart="today"
      height={600}
      stepMinutes={30}
      visibleFrom="00:00"
      visibleTo="24:00"
      onSelectEvent={onSelectEvent}
    />
  );
});

function nextEventTime(events: readonly CalendarEvent[], now: Date): Date | null {
  const upcoming = events.filter(({ endsAt }) => endsAt > now).map(({ startsAt }) => startsAt);
  return upcoming.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
