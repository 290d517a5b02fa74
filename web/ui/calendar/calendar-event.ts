export type CalendarTone = "available" | "mine" | "selected" | "booked" | "past" | "completed";

/** Something in the calendar: a free slot, or an interview. */
export interface CalendarEvent {
  id: string;
  startsAt: Date;
  endsAt: Date;
  /** The visible name. */
  title: string;
  /** Used where only about six letters fit: in a month's cell, and in a column that several events share. */
  shortTitle?: string | undefined;
  detail?: string | undefined;
  tone: CalendarTone;
  /**
   * The full sentence for a screen reader: "Free slot with Arjun Rao, Friday 20 November, 18:00 to 18:45".
   */
  label: string;
}

/** The same events, with the chosen one drawn and named as such. */
export function markSelected(
  events: readonly CalendarEvent[],
  selectedId: string | null,
): readonly CalendarEvent[] {
  if (selectedId === null) return events;
  return events.map((event) =>
    event.id === selectedId ? { ...event, tone: "selected", label: `${event.label}, chosen` } : event,
  );
}

/** A week begins today, so that no column lies in the past. An agenda lists the events of thirty days. */
export type CalendarView = "month" | "week" | "day" | "agenda";

/** A time range: `from` is included, `to` is the first instant after it. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** A time range that a person selected on empty time. */
export interface SelectedTime {
  startsAt: Date;
  endsAt: Date;
}

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
  /** If given, people can select empty time: by drag, click, tap and long press. By keyboard, a form takes its place. */
  onSelectTime?: ((chosen: SelectedTime) => void) | undefined;
  /** Called when other days come into view, to load them. */
  onRangeChange?: ((range: TimeRange) => void) | undefined;
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
