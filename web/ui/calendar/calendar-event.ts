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

export type CalendarView = "month" | "week" | "day";

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
