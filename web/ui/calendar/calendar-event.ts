export type CalendarTone = "available" | "mine" | "selected" | "booked" | "past" | "completed";

/** Something that stands in the calendar: a free slot, or an interview. */
export interface CalendarEvent {
  id: string;
  startsAt: Date;
  endsAt: Date;
  /** The name that is drawn. */
  title: string;
  /** Drawn in its place where some six letters fit: in a month's cell, and in a column that several events share. */
  shortTitle?: string | undefined;
  detail?: string | undefined;
  tone: CalendarTone;
  /** The whole sentence for a screen reader: "Free slot with Arjun Rao, Friday 20 November, 18:00 to 18:45". */
  label: string;
}

export type CalendarView = "month" | "week" | "day";

/** A stretch of time: `from` is in it, `to` is the first instant after it. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** What a person chose on empty time. */
export interface ChosenTime {
  startsAt: Date;
  endsAt: Date;
}
