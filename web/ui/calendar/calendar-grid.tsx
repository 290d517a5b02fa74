import FullCalendar, { type CalendarOptions, type CalendarRef } from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import "@fullcalendar/react/skeleton.css";
import timeGrid from "@fullcalendar/react/timegrid";
import { memo, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { useMinWidth } from "../hooks/use-min-width.ts";
import type { CalendarCommands, CalendarProps, VisibleRange } from "./calendar-props.ts";
import "./calendar.css";
import "./calendar-events.css";
import type { CalendarView } from "./calendar-event.ts";
import { useEventLabels } from "./event-labels.ts";
import { fullCalendarTheme } from "./fullcalendar-theme.tsx";
import { HiddenBelow } from "./hidden-below.tsx";
import { defaultScrollTime, useInitialPosition } from "./initial-position.ts";
import { attachLaneKeyboard, dayOfLane, type LaneContext, makeHoursScrollable } from "./lane-keyboard.ts";

const plugins = [dayGrid, timeGrid, interaction];
const viewNames: Record<CalendarView, string> = {
  month: "dayGridMonth",
  week: "timeGridWeek",
  day: "timeGridDay",
};

/** Seven days from any day. FullCalendar aligns a view with a number of days to days instead of weeks. */
const sevenDayView = "timeGridSevenDays";

/**
 * The height of a quarter of an hour, in pixels: 45 minutes hold two lines and are larger than a 24 px
 * target.
 */
const quarterHeight = 14;

/**
 * In pixels: in a week this wide, each day has room for two events side by side and the number of the others.
 */
const twoColumnWidth = 700;

export type CalendarGridProps = CalendarProps & {
  commands: React.Ref<CalendarCommands>;
  onRangeShown: (range: VisibleRange) => void;
};

/**
 * The only component that uses FullCalendar, which draws all events again whenever this renders. Loaded when a calendar
 * is first drawn.
 */
export default memo(function CalendarGrid(props: CalendarGridProps) {
  const { events, view, onViewChange, timeZone, now, commands, onRangeShown, onSelectEvent, onSelectTime } =
    props;
  const { stepMinutes = 30, visibleFrom = "06:30", visibleTo = "23:30", longPressMilliseconds = 250 } = props;
  const { weekStart = "monday", eventsRange, nextAt, focusAt, filter = "" } = props;
  const viewName = view === "week" && weekStart === "today" ? sevenDayView : viewNames[view];
  const calendar = useRef<CalendarRef>(null);
  const container = useRef<HTMLDivElement>(null);
  const announcement = useRef<HTMLSpanElement>(null);
  const eventMaxStack = useMinWidth(container, twoColumnWidth) ? 2 : 1;
  const theme = useMemo(() => fullCalendarTheme(timeZone), [timeZone]);
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

  /** FullCalendar updates its view by flushing synchronously, which React forbids inside an effect. */
  const runAfterRender = useCallback((action: (api: ReturnType<CalendarRef["getApi"]>) => void) => {
    queueMicrotask(() => {
      const api = calendar.current?.getApi();
      if (api) action(api);
    });
  }, []);

  useEffect(() => {
    runAfterRender((api) => {
      if (api.view.type === viewName) return;
      api.changeView(viewName);
      // A month would keep the week's scroll position and hide its first days under its header.
      if (view === "month")
        for (const box of container.current?.querySelectorAll("*") ?? []) box.scrollTop = 0;
    });
  }, [view, viewName, runAfterRender]);

  const initialPosition = useInitialPosition({
    frame: container,
    events,
    eventsRange,
    now,
    timeZone,
    view,
    nextAt,
    focusAt,
    filter,
    goTo: useCallback((day: Date) => runAfterRender((api) => api.gotoDate(day)), [runAfterRender]),
    scrollTo: useCallback(
      (time: string) => runAfterRender((api) => api.scrollToTime(time)),
      [runAfterRender],
    ),
  });

  function navigate(step: "today" | "prev" | "next") {
    initialPosition.markNavigated();
    calendar.current?.getApi()[step]();
  }
  useImperativeHandle(commands, () => ({
    today: () => navigate("today"),
    previous: () => navigate("prev"),
    next: () => navigate("next"),
    goTo(day) {
      initialPosition.markNavigated();
      calendar.current?.getApi().gotoDate(day);
    },
  }));
  const laneContext = useRef<LaneContext>(null);
  laneContext.current = {
    timeZone,
    stepMinutes,
    visibleFrom,
    visibleTo,
    selectionMinutes: 45,
    // Without a state, whose change would draw the calendar again for each key.
    announce(text) {
      if (announcement.current !== null) announcement.current.textContent = text;
    },
    select: (chosen) => onSelectTime?.(chosen),
    highlight(chosen) {
      const api = calendar.current?.getApi();
      if (chosen) api?.select(chosen.startsAt, chosen.endsAt);
      else api?.unselect();
    },
  };

  function showDay(date: Date) {
    initialPosition.markNavigated();
    calendar.current?.getApi().gotoDate(date);
    onViewChange("day");
  }

  const timeSelection: CalendarOptions = onSelectTime
    ? {
        selectable: view !== "month",
        selectLongPressDelay: longPressMilliseconds,
        // Moving the mark by keyboard has no mouse event, and does not select anything yet.
        select: ({ start, end, jsEvent }) => jsEvent && onSelectTime({ startsAt: start, endsAt: end }),
        // Each lane is a Tab stop, and scrolls into view.
        dayLaneDidMount({ el, date }) {
          attachLaneKeyboard(el, dayOfLane(date, timeZone), () => laneContext.current as LaneContext);
        },
      }
    : { dayLaneDidMount: ({ el }) => makeHoursScrollable(el) };

  return (
    <div ref={container} className="h-full">
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
        scrollTime={defaultScrollTime}
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
          // Returning a view's name keeps FullCalendar from opening its popup.
          return viewNames.day;
        }}
        longPressDelay={longPressMilliseconds}
        events={fullCalendarEvents}
        eventClick={({ event }) => onSelectEvent(event.id)}
        eventDidMount={({ el, event }) => labels.add(el, event.id)}
        eventWillUnmount={({ el }) => labels.remove(el)}
        dateClick={({ date, allDay, jsEvent }) => {
          if (allDay) return showDay(date);
          // A tap does not start a selection (that takes a long press), but a mouse click does.
          const isTap = jsEvent.type.startsWith("touch");
          if (isTap)
            onSelectTime?.({ startsAt: date, endsAt: new Date(date.getTime() + stepMinutes * 60_000) });
        }}
        datesSet={({ start, end, view: shown }) => {
          onRangeShown({
            from: start,
            to: end,
            currentFrom: shown.currentStart,
            currentTo: shown.currentEnd,
          });
          initialPosition.setVisibleRange({ from: start, to: end });
        }}
        // The selected event comes before others of the same hour, so that it is never hidden behind "+
        // more".
        eventOrder="start,rank,title"
        views={{
          dayGridMonth: { dayHeaderFormat: { weekday: "short" } },
          timeGridWeek: { eventMaxStack },
          [sevenDayView]: { type: "timeGrid", duration: { days: 7 }, eventMaxStack },
        }}
        dayHeaderFormat={{ weekday: "short", day: "numeric" }}
        {...theme}
        {...timeSelection}
      />
      <HiddenBelow frame={container} events={view === "month" ? null : events} />
      <span ref={announcement} role="status" className="sr-only" />
    </div>
  );
});
