import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { instantAt } from "../../format/local-time.ts";
import { dayKey, formatLongDay, formatTime, formatTimeRange } from "../../format/times.ts";
import type { CalendarEvent, CalendarView, SelectedTime, TimeRange } from "./calendar-event.ts";

/** The parts of the calendar that the keyboard needs; read again at each key, so that they are never outdated. */
export interface LaneContext {
  timeZone: string;
  stepMinutes: number;
  visibleFrom: string;
  visibleTo: string;
  selectionMinutes: number;
  highlight: (chosen: SelectedTime | null) => void;
  announce: (text: string) => void;
  select: (chosen: SelectedTime) => void;
}

const minuteMilliseconds = 60_000;

/**
 * Selects empty time by keyboard. The lane of a day is one Tab stop; up and down move a mark by a step, Home
 * and End to the day's edges, left and right to the adjacent days, and Enter selects. Steps are in elapsed
 * time, so the hour that an autumn night repeats has twice the steps.
 */
export function attachLaneKeyboard(lane: HTMLElement, day: string, context: () => LaneContext): () => void {
  const initialContext = context();
  const noon = instantAt(day, "12:00", initialContext.timeZone);
  let at: Date | null = null;

  lane.tabIndex = 0;
  lane.setAttribute(
    "aria-label",
    `${formatLongDay(noon, initialContext.timeZone)}. Arrow keys move, Enter chooses a time.`,
  );

  function moveTo(instant: Date) {
    const { timeZone, visibleFrom, visibleTo, selectionMinutes, highlight, announce } = context();
    const first = instantAt(day, visibleFrom, timeZone).getTime();
    const last = instantAt(day, visibleTo, timeZone).getTime() - selectionMinutes * minuteMilliseconds;
    at = new Date(Math.min(Math.max(instant.getTime(), first), last));
    const chosen = { startsAt: at, endsAt: new Date(at.getTime() + selectionMinutes * minuteMilliseconds) };
    highlight(chosen);
    announce(formatTimeRange(chosen.startsAt, chosen.endsAt, timeZone));
  }

  /** Handles a key; false for a key that it does not use. */
  function runKey(key: string): boolean {
    const { timeZone, stepMinutes, visibleFrom, visibleTo, selectionMinutes, select } = context();
    const start = at ?? instantAt(day, "09:00", timeZone);
    const step = at ? stepMinutes * minuteMilliseconds : 0;
    if (key === "ArrowDown") moveTo(new Date(start.getTime() + step));
    else if (key === "ArrowUp") moveTo(new Date(start.getTime() - step));
    else if (key === "Home") moveTo(instantAt(day, visibleFrom, timeZone));
    else if (key === "End") moveTo(instantAt(day, visibleTo, timeZone));
    else if (key === "ArrowRight") adjacentLane(lane, 1)?.focus();
    else if (key === "ArrowLeft") adjacentLane(lane, -1)?.focus();
    else if (key !== "Enter" && key !== " ") return false;
    else if (at)
      select({ startsAt: at, endsAt: new Date(at.getTime() + selectionMinutes * minuteMilliseconds) });
    return true;
  }

  function handleKey(event: KeyboardEvent) {
    if (event.target !== lane || event.altKey || event.ctrlKey || event.metaKey) return;
    if (runKey(event.key)) event.preventDefault();
  }

  function handleBlur() {
    at = null;
    context().highlight(null);
  }

  lane.dataset.day = day;
  lane.addEventListener("keydown", handleKey);
  lane.addEventListener("blur", handleBlur);
  return () => {
    lane.removeEventListener("keydown", handleKey);
    lane.removeEventListener("blur", handleBlur);
  };
}

function adjacentLane(lane: HTMLElement, step: number): HTMLElement | undefined {
  const lanes = Array.from(lane.closest(".cal")?.querySelectorAll<HTMLElement>("[data-day]") ?? []);
  return lanes[lanes.indexOf(lane) + step];
}

/** FullCalendar passes a day as a date whose UTC fields, or whose fields in the zone, are that day's. */
export function dayOfLane(date: Date, timeZone: string): string {
  const isMarker = date.getUTCHours() === 0 && date.getUTCMinutes() === 0;
  return isMarker ? date.toISOString().slice(0, 10) : dayKey(date, timeZone);
}

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
