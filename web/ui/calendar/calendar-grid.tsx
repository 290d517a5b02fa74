import FullCalendar, { type CalendarOptions, type CalendarRef } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import "@fullcalendar/react/skeleton.css";
import timeGrid from "@fullcalendar/react/timegrid";
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { useHasWidth } from "../use-has-width.ts";
import type { CalendarCommands, CalendarProps, ShownRange } from "./calendar.tsx";
import "./calendar.css";
import type { CalendarView } from "./calendar-event.ts";
import { useEventLabels } from "./event-labels.ts";
import { houseTheme } from "./house-theme.tsx";
import { attachLaneKeyboard, dayOfLane, type LaneContext } from "./lane-keyboard.ts";
import { emptyOpening, useOpening } from "./opening.ts";
import { reachHours } from "./reach-hours.ts";

const plugins = [dayGrid, timeGrid, interaction];
const viewNames: Record<CalendarView, string> = {
  month: "dayGridMonth",
  week: "timeGridWeek",
  day: "timeGridDay",
};

/** Seven days from any day on: FullCalendar aligns a view that is so many days long to days, not to weeks. */
const sevenDays = "timeGridSevenDays";

/** The height of a quarter of an hour, in pixels: 45 minutes hold two lines and are more than a 24 px target. */
const quarterHeight = 14;

/** In pixels: a week as wide as this has room in each day for two events beside each other and the number of the others. */
const roomForTwo = 700;

export type CalendarGridProps = CalendarProps & {
  commands: React.Ref<CalendarCommands>;
  onShow: (range: ShownRange) => void;
};

/** The only place that knows FullCalendar. Loaded when a calendar is first drawn. */
export default function CalendarGrid(props: CalendarGridProps) {
  const { events, view, onViewChange, timeZone, now, commands, onShow, onSelectEvent, onSelectTime } = props;
  const { stepMinutes = 30, visibleFrom = "06:30", visibleTo = "23:30", longPressMilliseconds = 250 } = props;
  const { weekStart = "monday", eventsOf, openOn } = props;
  const viewName = view === "week" && weekStart === "today" ? sevenDays : viewNames[view];
  const calendar = useRef<CalendarRef>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState("");
  const eventMaxStack = useHasWidth(frame, roomForTwo) ? 2 : 1;
  const theme = useMemo(() => houseTheme(timeZone), [timeZone]);
  const labels = useEventLabels(events);
  const fullCalendarEvents = useMemo(
    () =>
      events.map(({ id, startsAt, endsAt, title, shortTitle = title, tone }) => ({
        id,
        title,
        start: startsAt,
        end: endsAt,
        extendedProps: { tone, shortTitle, rank: tone === "selected" ? 0 : 1 },
      })),
    [events],
  );

  /** FullCalendar changes what it shows by flushing synchronously, which React forbids inside an effect. */
  const later = useCallback((act: (api: ReturnType<CalendarRef["getApi"]>) => void) => {
    queueMicrotask(() => {
      const api = calendar.current?.getApi();
      if (api) act(api);
    });
  }, []);

  useEffect(() => {
    later((api) => {
      if (api.view.type === viewName) return;
      api.changeView(viewName);
      // A month takes over how far the week was scrolled, and would hide its first days under its header.
      if (view === "month") for (const box of frame.current?.querySelectorAll("*") ?? []) box.scrollTop = 0;
    });
  }, [view, viewName, later]);

  const opening = useOpening({
    frame,
    events,
    eventsOf,
    now,
    timeZone,
    openOn,
    goTo: useCallback((day: Date) => later((api) => api.gotoDate(day)), [later]),
    scrollTo: useCallback((time: string) => later((api) => api.scrollToTime(time)), [later]),
  });

  function turn(step: "today" | "prev" | "next") {
    opening.turn();
    calendar.current?.getApi()[step]();
  }
  useImperativeHandle(commands, () => ({
    today: () => turn("today"),
    previous: () => turn("prev"),
    next: () => turn("next"),
  }));

  const laneContext = useRef<LaneContext>(null);
  laneContext.current = {
    timeZone,
    stepMinutes,
    visibleFrom,
    visibleTo,
    chosenMinutes: 45,
    announce: setAnnounced,
    choose: (chosen) => onSelectTime?.(chosen),
    mark(chosen) {
      const api = calendar.current?.getApi();
      if (chosen) api?.select(chosen.startsAt, chosen.endsAt);
      else api?.unselect();
    },
  };

  function showDay(date: Date) {
    opening.turn();
    calendar.current?.getApi().gotoDate(date);
    onViewChange("day");
  }

  const timeSelection: CalendarOptions = onSelectTime
    ? {
        selectable: view !== "month",
        selectLongPressDelay: longPressMilliseconds,
        // A mark that the keyboard moves has no event of the mouse behind it, and is not a choice yet.
        select: ({ start, end, jsEvent }) => jsEvent && onSelectTime({ startsAt: start, endsAt: end }),
        // Each lane is a stop of the Tab key, and scrolls into view.
        dayLaneDidMount({ el, date }) {
          attachLaneKeyboard(el, dayOfLane(date, timeZone), () => laneContext.current as LaneContext);
        },
      }
    : { dayLaneDidMount: ({ el }) => reachHours(el) };

  return (
    <div ref={frame} className="h-full">
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        initialView={viewName}
        initialDate={now}
        now={now}
        timeZone={timeZone}
        locale="en-GB"
        firstDay={1}
        headerToolbar={false}
        height="100%"
        borderless
        allDaySlot={false}
        nowIndicator
        slotDuration={{ minutes: stepMinutes }}
        slotHeaderInterval={{ minutes: stepMinutes }}
        slotHeaderFormat={{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }}
        slotMinTime={visibleFrom}
        slotMaxTime={visibleTo}
        slotMinHeight={(quarterHeight * stepMinutes) / 15}
        slotEventOverlap={false}
        scrollTime={emptyOpening}
        eventDisplay="block"
        eventInteractive
        eventMinHeight={26}
        eventShortHeight={36}
        dayMaxEvents={5}
        fixedWeekCount={false}
        navLinks
        navLinkDayClick={showDay}
        moreLinkClick={({ date }) => {
          showDay(date);
          // A name of a view keeps FullCalendar from opening its popup.
          return viewNames.day;
        }}
        longPressDelay={longPressMilliseconds}
        events={fullCalendarEvents}
        eventClick={({ event }) => onSelectEvent(event.id)}
        eventDidMount={({ el, event }) => labels.add(el, event.id)}
        eventWillUnmount={({ el }) => labels.remove(el)}
        dateClick={({ date, allDay, jsEvent }) => {
          if (allDay) return showDay(date);
          // A tap never becomes a selection by itself (that takes a long press); a click of the mouse does.
          const isTap = jsEvent.type.startsWith("touch");
          if (isTap)
            onSelectTime?.({ startsAt: date, endsAt: new Date(date.getTime() + stepMinutes * 60_000) });
        }}
        datesSet={({ start, end, view: shown }) => {
          onShow({ from: start, to: end, currentFrom: shown.currentStart, currentTo: shown.currentEnd });
          opening.show({ from: start, to: end });
        }}
        // What is chosen stands before its neighbours of the same hour, so that it is not among those that are counted only.
        eventOrder="start,rank,title"
        views={{
          dayGridMonth: { dayHeaderFormat: { weekday: "short" } },
          timeGridWeek: { eventMaxStack },
          [sevenDays]: { type: "timeGrid", duration: { days: 7 }, eventMaxStack },
        }}
        dayHeaderFormat={{ weekday: "short", day: "numeric" }}
        {...theme}
        {...timeSelection}
      />
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  );
}
