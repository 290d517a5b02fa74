import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { formatTime } from "../time/format-time.ts";
import type { CalendarEvent, TimeRange } from "./calendar-event.ts";

/** Where days begin on which nothing stands. */
export const emptyOpening = "07:45";

/** So much of the time before the first event is seen, in minutes: its hour's label stands on the line above it. */
const lead = 15;

/**
 * The wall time, `06:15`, to which days are scrolled when they come into view: shortly before the earliest hour of day at
 * which something stands that is not over. Null when nothing begins on these days.
 */
export function openingTime(
  events: readonly CalendarEvent[],
  { from, to }: TimeRange,
  now: Date,
  timeZone: string,
): string | null {
  const here = events.filter(({ startsAt }) => startsAt >= from && startsAt < to);
  const toCome = here.filter(({ endsAt }) => endsAt > now);
  const [first] = (toCome.length > 0 ? toCome : here)
    .map(({ startsAt }) => formatTime(startsAt, timeZone))
    .sort();
  if (first === undefined) return null;
  const [hours = 0, minutes = 0] = first.split(":").map(Number);
  const opening = Math.max(0, hours * 60 + minutes - lead);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(opening / 60))}:${two(opening % 60)}`;
}

interface OpeningInput {
  frame: RefObject<HTMLElement | null>;
  events: readonly CalendarEvent[];
  /** The days that the events are of, null while they are not there; undefined where they are of all days. */
  eventsOf: TimeRange | null | undefined;
  now: Date;
  timeZone: string;
  /** Undefined until it is known; null when there is no day to turn to. */
  openOn: Date | null | undefined;
  goTo: (day: Date) => void;
  scrollTo: (time: string) => void;
}

/**
 * Opens the calendar where something stands: once on its first day, and on each stretch of days at its first hour. Neither is
 * done any more after the person has moved the calendar themselves.
 */
export function useOpening(input: OpeningInput) {
  const { frame, events, eventsOf, now, timeZone, openOn, goTo, scrollTo } = input;
  const [range, setRange] = useState<TimeRange | null>(null);
  const isTurned = useRef(false);
  const scrolled = useRef<TimeRange | null>(null);
  const shown = useRef(range);
  shown.current = range;

  useEffect(() => {
    const settle = () => {
      scrolled.current = shown.current;
    };
    const hands = ["pointerdown", "wheel", "keydown"] as const;
    const element = frame.current;
    for (const hand of hands) element?.addEventListener(hand, settle, { capture: true, passive: true });
    return () => {
      for (const hand of hands) element?.removeEventListener(hand, settle, { capture: true });
    };
  }, [frame]);

  useLayoutEffect(() => {
    if (openOn === undefined || range === null || isTurned.current) return;
    isTurned.current = true;
    if (openOn !== null && (openOn < range.from || openOn >= range.to)) goTo(openOn);
  }, [openOn, range, goTo]);

  useLayoutEffect(() => {
    if (range === null || scrolled.current === range) return;
    // Days that have just come into view are drawn with the events of the days before.
    if (eventsOf === null || (eventsOf && !isSameRange(eventsOf, range))) return;
    const time = openingTime(events, range, now, timeZone);
    scrolled.current = range;
    if (time !== null) scrollTo(time);
  }, [events, eventsOf, range, now, timeZone, scrollTo]);

  return {
    /** These days are in view. */
    show(next: TimeRange) {
      setRange((known) => (known && isSameRange(known, next) ? known : next));
    },
    /** The person has turned to other days. */
    turn() {
      isTurned.current = true;
    },
  };
}

function isSameRange(one: TimeRange, other: TimeRange): boolean {
  return one.from.getTime() === other.from.getTime() && one.to.getTime() === other.to.getTime();
}
