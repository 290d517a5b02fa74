import type { CalendarEvent, CalendarView, SelectedTime, TimeRange } from "./calendar-event.ts";

export interface CalendarProps {
  events: readonly CalendarEvent[];
  /** The days that the events cover, if they follow `onRangeChange`; null while they load. */
  eventsRange?: TimeRange | null | undefined;
  view: CalendarView;
  onViewChange: (view: CalendarView) => void;
  /** The viewer's IANA zone, in which everything is drawn. */
  timeZone: string;
  now: Date;
  /**
   * When the next event begins: undefined until it is known, null when there is none. A month or a week that
   * would not show it opens on it. A day opens on today, with a button that leads to it.
   */
  nextAt?: Date | null | undefined;
  /**
   * Every view opens on this instant, such as that of a chosen slot. A later change turns the calendar there.
   */
  focusAt?: Date | null | undefined;
  /** Names what the events are filtered by. When it changes, the days are scrolled to their first event that fits. */
  filter?: string | undefined;
  onSelectEvent: (id: string) => void;
  /** If given, people can select empty time: by drag, click, tap, long press and keyboard (45 minutes). */
  onSelectTime?: ((chosen: SelectedTime) => void) | undefined;
  /** Called when other days come into view, to load them. */
  onRangeChange?: ((range: TimeRange) => void) | undefined;
  /** The first day of a week: Monday, or today, so that no column lies in the past. */
  weekStart?: "monday" | "today" | undefined;
  /** In pixels, including the toolbar. */
  height?: number | undefined;
  stepMinutes?: number | undefined;
  /** Wall-clock times, `06:30`. */
  visibleFrom?: string | undefined;
  visibleTo?: string | undefined;
  longPressMilliseconds?: number | undefined;
  /** A description of the calendar, for screen readers. */
  label?: string | undefined;
}

export interface CalendarCommands {
  today: () => void;
  previous: () => void;
  next: () => void;
  goTo: (day: Date) => void;
}

/** The drawn days (a month begins before its first day), and the title's own range. */
export interface VisibleRange extends TimeRange {
  currentFrom: Date;
  currentTo: Date;
}
