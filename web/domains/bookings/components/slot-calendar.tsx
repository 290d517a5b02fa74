import { memo, useMemo, useState } from "react";
import { Calendar } from "../../../ui/calendar/calendar.tsx";
import type { CalendarEvent, CalendarView, TimeRange } from "../../../ui/calendar/calendar-event.ts";

interface SlotCalendarProps {
  slotEvents: readonly CalendarEvent[];
  ownEvents: readonly CalendarEvent[];
  narrow: boolean;
  timeZone: string;
  now: Date;
  onSelectEvent: (id: string) => void;
}

/** Open slots and my interviews. The whole day is drawn: an interviewer's evening can be the viewer's night. */
export const SlotCalendar = memo(function SlotCalendar(props: SlotCalendarProps) {
  const { slotEvents, ownEvents, narrow, timeZone, now, onSelectEvent } = props;
  const [chosenView, setChosenView] = useState<CalendarView | null>(null);
  const [range, setRange] = useState<TimeRange | null>(null);

  // Sixty days of slots can be thousands; the calendar is handed only those of the days that it draws.
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
      view={chosenView ?? (narrow ? "day" : "week")}
      onViewChange={setChosenView}
      onRangeChange={setRange}
      timeZone={timeZone}
      now={now}
      weekStart="today"
      height={600}
      stepMinutes={30}
      visibleFrom="00:00"
      visibleTo="24:00"
      onSelectEvent={onSelectEvent}
    />
  );
});
