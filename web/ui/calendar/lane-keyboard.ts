import { dayKey, formatLongDay } from "../../format/format-day.ts";
import { formatTimeRange } from "../../format/format-time.ts";
import { instantAt } from "../../format/instant-at.ts";
import type { SelectedTime } from "./calendar-event.ts";

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
