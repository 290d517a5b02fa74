import type { CalendarOptions } from "@fullcalendar/react";
import { formatExactTime } from "../../format/format-time.ts";
import type { CalendarEvent } from "./calendar-event.ts";

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
    eventContent: (info) => (
      <>
        {info.event.start && (
          <span className="cal-event-time">{formatExactTime(info.event.start, timeZone)}</span>
        )}
        <span className="cal-event-title">{info.event.title}</span>
        <span className="cal-event-short-title">{info.event.extendedProps.shortTitle}</span>
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
