import { memo, useMemo, useState } from "react";
import { Calendar } from "../../../ui/calendar/calendar.tsx";
import type { CalendarEvent, CalendarView, TimeRange } from "../../../ui/calendar/calendar-event.ts";

interface SlotCalendarProps {
  slotEvents: readonly CalendarEvent[];
  ownEvents: readonly CalendarEvent[];
  /** What to open on is known. */
  ready: boolean;
  narrow: boolean;
  timeZone: string;
  now: Date;
  onSelectEvent: (id: string) => void;
}

/** Open slots and my interviews. The whole day is drawn: an interviewer's evening can be the viewer's night. */
export const SlotCalendar = memo(function SlotCalendar(props: SlotCalendarProps) {
  const { slotEvents, ownEvents, ready, narrow, timeZone, now, onSelectEvent } = props;
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
      eventsOf={ready ? range : null}
      view={chosenView ?? (narrow ? "day" : "week")}
      onViewChange={setChosenView}
      onRangeChange={setRange}
      timeZone={timeZone}
      now={now}
      openOn={ready ? firstDay([...slotEvents, ...ownEvents], now) : undefined}
      weekStart="today"
      height={600}
      stepMinutes={30}
      visibleFrom="00:00"
      visibleTo="24:00"
      onSelectEvent={onSelectEvent}
    />
  );
});

/** The day of the slot that is chosen, else the first on which there is anything to come. */
function firstDay(events: readonly CalendarEvent[], now: Date): Date | null {
  const chosen = events.find(({ tone }) => tone === "selected");
  if (chosen) return chosen.startsAt;
  const toCome = events.filter(({ endsAt }) => endsAt > now).map(({ startsAt }) => startsAt);
  return toCome.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
