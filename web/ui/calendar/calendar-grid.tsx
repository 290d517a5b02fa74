import type { CalendarOptions, CalendarRef } from "@fullcalendar/react";
import FullCalendar from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import "@fullcalendar/react/skeleton.css";
import timeGrid from "@fullcalendar/react/timegrid";
import { memo, useCallback, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { useMinWidth } from "../hooks.ts";
import type {
  CalendarCommands,
  CalendarEvent,
  CalendarProps,
  CalendarView,
  VisibleRange,
} from "./calendar-event.ts";
import "./calendar.css";
import "./calendar-events.css";
import { formatExactTime } from "../../format/times.ts";
import { defaultScrollTime, makeHoursScrollable, useInitialPosition } from "./initial-position.ts";

const plugins = [dayGrid, timeGrid, list, interaction];
const viewNames: Record<CalendarView, string> = {
  month: "dayGridMonth",
  // Seven days from any day. FullCalendar aligns a view with a number of days to days instead of weeks.
  week: "timeGridSevenDays",
  day: "timeGridDay",
  agenda: "listThirtyDays",
};

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
  const { eventsRange, nextAt, focusAt, filter = "" } = props;
  const viewName = viewNames[view];
  const hasHours = view === "week" || view === "day";
  const calendar = useRef<CalendarRef>(null);
  const container = useRef<HTMLDivElement>(null);
  const eventMaxStack = useMinWidth(container, twoColumnWidth) ? 2 : 1;
  const theme = useMemo(() => fullCalendarTheme(timeZone), [timeZone]);
  const fullCalendarEvents = useMemo(
    () =>
      events.map(({ id, startsAt, endsAt, title, shortTitle = title, tone, label }) => ({
        id,
        title,
        start: startsAt,
        end: endsAt,
        extendedProps: { tone, shortTitle, label, rank: tone === "selected" ? 0 : 1 },
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
  function showDay(date: Date) {
    initialPosition.markNavigated();
    calendar.current?.getApi().gotoDate(date);
    onViewChange("day");
  }

  const timeSelection: CalendarOptions = onSelectTime
    ? {
        selectable: hasHours,
        selectLongPressDelay: longPressMilliseconds,
        select: ({ start, end }) => onSelectTime({ startsAt: start, endsAt: end }),
      }
    : {};

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
          [viewNames.week]: { type: "timeGrid", duration: { days: 7 }, eventMaxStack },
          listThirtyDays: { type: "list", duration: { days: 30 } },
        }}
        dayHeaderFormat={{ weekday: "short", day: "numeric" }}
        listDayFormat={{ weekday: "long", day: "numeric", month: "long" }}
        noEventsContent="Nothing in these 30 days."
        {...theme}
        {...timeSelection}
        dayLaneDidMount={({ el }) => makeHoursScrollable(el)}
      />
    </div>
  );
});

/** FullCalendar without its own theme: calendar.css and calendar-events.css style these class names. */
export function fullCalendarTheme(timeZone: string): CalendarOptions {
  return {
    className: "cal",
    viewClass: "cal-view",
    tableHeaderClass: "cal-head",
    dayHeaderRowClass: "cal-line",
    dayHeaderClass: "cal-line cal-day-header",
    dayHeaderInnerClass: "cal-day-header-inner",
    dayHeaderDividerClass: "cal-divider",
    dayHeaderAlign: "center",
    dayHeaderContent: (info) => (
      <>
        <span className="cal-weekday">{info.weekdayText}</span>
        {info.dayNumberText && (
          <span className={info.isToday ? "cal-number cal-number-today" : "cal-number"}>
            {info.dayNumberText}
          </span>
        )}
      </>
    ),
    fillerClass: "cal-line",
    dayRowClass: "cal-line",
    dayCellClass: (info) => (info.isOther ? "cal-line cal-cell-other" : "cal-line"),
    dayCellTopClass: "cal-cell-top",
    dayCellTopInnerClass: (info) => (info.isToday ? "cal-cell-number cal-number-today" : "cal-cell-number"),
    dayLaneClass: "cal-line cal-lane",
    dayLaneInnerClass: (info) => (info.isNarrow ? "cal-lane-inner cal-lane-narrow" : "cal-lane-inner"),
    slotLaneClass: (info) => (isWholeHour(info.time) ? "cal-slot" : "cal-slot cal-slot-minor"),
    slotHeaderRowClass: "cal-slot-row",
    slotHeaderClass: "cal-slot-header",
    slotHeaderInnerClass: "cal-slot-header-inner",
    // The day begins at 06:30, but people read whole hours.
    slotHeaderContent: (info) => (isWholeHour(info.time) ? info.text : ""),
    slotHeaderDividerClass: "cal-slot-divider",
    nowIndicatorLineClass: "cal-now-line",
    nowIndicatorDotClass: "cal-now-dot",
    highlightClass: "cal-highlight",
    navLinkClass: "cal-nav-link",
    eventClass: (info) => `cal-event cal-event-${toneOf(info.event.extendedProps)}`,
    eventInnerClass: "cal-event-inner",
    rowEventClass: "cal-event-row",
    columnEventClass: (info) => (info.isShort ? "cal-event-column cal-event-short" : "cal-event-column"),
    rowMoreLinkClass: "cal-more",
    columnMoreLinkClass: "cal-more cal-more-column",
    columnMoreLinkInnerClass: "cal-more-number",
    listDaysClass: "cal-agenda",
    listDayHeaderClass: "cal-agenda-day",
    // FullCalendar repeats the date at a second level.
    listDayHeaderContent: ({ text, level }) => (level === 0 ? text : null),
    listItemEventClass: "cal-agenda-event",
    listItemEventTimeClass: "cal-agenda-time",
    noEventsClass: "cal-agenda-nothing",
    eventContent: ({ event: { start, title, extendedProps } }) => (
      <>
        <span className="sr-only">{extendedProps.label}</span>
        {/* The title is for sighted users, where a narrow column truncates the name. */}
        <span aria-hidden="true" title={extendedProps.label} className="contents">
          {start && <span className="cal-event-time">{formatExactTime(start, timeZone)}</span>}
          <span className="cal-event-title">{title}</span>
          <span className="cal-event-short-title">{extendedProps.shortTitle}</span>
        </span>
      </>
    ),
  };
}

function isWholeHour(time: { milliseconds: number } | undefined): boolean {
  return time !== undefined && time.milliseconds % 3_600_000 === 0;
}

function toneOf(extendedProps: Record<string, unknown>): string {
  const tone: CalendarEvent["tone"] | undefined = extendedProps.tone as CalendarEvent["tone"] | undefined;
  return tone ?? "selected";
}
