import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { formatTime } from "../../format/times.ts";
import type { CalendarEvent, CalendarView, TimeRange } from "./calendar-event.ts";

/**
 * Lets the keyboard scroll to hours that do not fit, even on days without events: the first lane becomes a
 * Tab stop, whose arrows scroll the surrounding box. (The box itself cannot be one, because it is part of a
 * table.)
 */
export function makeHoursScrollable(lane: HTMLElement): void {
  const focusableLane = lane.closest(".cal")?.querySelector(".cal-lane[tabindex]");
  if (!focusableLane) lane.tabIndex = 0;
}

/** The first hour in view on days without events. */
export const defaultScrollTime = "07:45";

/** How many minutes before the first event are visible, because the hour's label is on the line above it. */
const leadMinutes = 15;

/**
 * The wall-clock time, `06:15`, to which days are scrolled when they come into view: shortly before the
 * earliest time of day of an event that is not over. Null when nothing begins on these days.
 */
export function initialScrollTime(
  events: readonly CalendarEvent[],
  { from, to }: TimeRange,
  now: Date,
  timeZone: string,
): string | null {
  const eventsInRange = events.filter(({ startsAt }) => startsAt >= from && startsAt < to);
  const upcoming = eventsInRange.filter(({ endsAt }) => endsAt > now);
  const [first] = (upcoming.length > 0 ? upcoming : eventsInRange)
    .map(({ startsAt }) => formatTime(startsAt, timeZone))
    .sort();
  if (first === undefined) return null;
  const [hours = 0, minutes = 0] = first.split(":").map(Number);
  const opening = Math.max(0, hours * 60 + minutes - leadMinutes);
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  return `${twoDigits(Math.floor(opening / 60))}:${twoDigits(opening % 60)}`;
}

/** A filter is for what can be chosen. One's own interviews are shown whatever it is. */
function eventsThatFit(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
  return events.filter(({ tone }) => tone !== "mine" && tone !== "completed");
}

interface InitialPositionInput {
  frame: RefObject<HTMLElement | null>;
  events: readonly CalendarEvent[];
  /** The days that the events cover, null while they load; undefined when they cover all days. */
  eventsRange: TimeRange | null | undefined;
  now: Date;
  timeZone: string;
  view: CalendarView;
  /** As in `CalendarProps`. */
  nextAt: Date | null | undefined;
  focusAt: Date | null | undefined;
  filter: string;
  goTo: (day: Date) => void;
  scrollTo: (time: string) => void;
}

/**
 * Opens each view where an event lies ahead: on its day (`CalendarProps` says for which views), and each
 * range of days at its first hour, again when the filter changes. Stops once the person has moved the calendar.
 */
export function useInitialPosition(input: InitialPositionInput) {
  const { frame, events, eventsRange, now, timeZone, view, nextAt, focusAt, filter, goTo, scrollTo } = input;
  const [range, setRange] = useState<TimeRange | null>(null);
  const hasNavigated = useRef(false);
  const openedViews = useRef(new Set<CalendarView>());
  const focused = useRef<number | null>(null);
  const scrolledRange = useRef<TimeRange | null>(null);
  const scrolledFilter = useRef(filter);
  const shown = useRef(range);
  shown.current = range;

  useEffect(() => {
    const markScrolled = () => {
      scrolledRange.current = shown.current;
    };
    const inputEvents = ["pointerdown", "wheel", "keydown"] as const;
    const element = frame.current;
    for (const inputEvent of inputEvents)
      element?.addEventListener(inputEvent, markScrolled, { capture: true, passive: true });
    return () => {
      for (const hand of inputEvents) element?.removeEventListener(hand, markScrolled, { capture: true });
    };
  }, [frame]);

  const focusTime = focusAt?.getTime() ?? null;
  useLayoutEffect(() => {
    if (range === null) return;
    const goToIfHidden = (day: Date) => {
      if (day < range.from || day >= range.to) goTo(day);
    };
    if (focusTime !== focused.current) {
      focused.current = focusTime;
      if (focusTime !== null) {
        openedViews.current.add(view);
        return goToIfHidden(new Date(focusTime));
      }
    }
    if (nextAt === undefined || hasNavigated.current || openedViews.current.has(view)) return;
    openedViews.current.add(view);
    if (nextAt !== null && view !== "day") goToIfHidden(nextAt);
  }, [focusTime, nextAt, range, view, goTo]);

  useLayoutEffect(() => {
    if (range === null || (scrolledRange.current === range && scrolledFilter.current === filter)) return;
    // Days that have just come into view are still drawn with the events of the previous days.
    if (eventsRange === null || (eventsRange && !isSameRange(eventsRange, range))) return;
    const time = initialScrollTime(filter === "" ? events : eventsThatFit(events), range, now, timeZone);
    [scrolledRange.current, scrolledFilter.current] = [range, filter];
    if (time !== null) scrollTo(time);
  }, [events, eventsRange, range, filter, now, timeZone, scrollTo]);

  return {
    /** These days are in view. */
    setVisibleRange(next: TimeRange) {
      setRange((known) => (known && isSameRange(known, next) ? known : next));
    },
    /** The person has turned to other days. */
    markNavigated() {
      hasNavigated.current = true;
    },
  };
}

function isSameRange(one: TimeRange, other: TimeRange): boolean {
  return one.from.getTime() === other.from.getTime() && one.to.getTime() === other.to.getTime();
}
