import { dayKey, formatLongDay } from "../time/format-day.ts";
import { formatTimeRange } from "../time/format-time.ts";
import { instantAt } from "../time/instant-at.ts";
import type { ChosenTime } from "./calendar-event.ts";

/** What the keyboard needs of the calendar; read anew at each key, so that it is never of yesterday. */
export interface LaneContext {
  timeZone: string;
  stepMinutes: number;
  visibleFrom: string;
  visibleTo: string;
  chosenMinutes: number;
  mark: (chosen: ChosenTime | null) => void;
  announce: (words: string) => void;
  choose: (chosen: ChosenTime) => void;
}

const minute = 60_000;

/**
 * Empty time by keyboard: the lane of a day is one stop of the Tab key; up and down move a mark by a step, Home
 * and End to the day's edges, left and right to the neighbour days, Enter chooses. Steps are of real time, so the
 * hour that an autumn night repeats is walked through twice.
 */
export function attachLaneKeyboard(lane: HTMLElement, day: string, context: () => LaneContext): () => void {
  const setting = context();
  const noon = instantAt(day, "12:00", setting.timeZone);
  let at: Date | null = null;

  lane.tabIndex = 0;
  lane.setAttribute(
    "aria-label",
    `${formatLongDay(noon, setting.timeZone)}. Arrow keys move, Enter chooses a time.`,
  );

  function moveTo(instant: Date) {
    const { timeZone, visibleFrom, visibleTo, chosenMinutes, mark, announce } = context();
    const first = instantAt(day, visibleFrom, timeZone).getTime();
    const last = instantAt(day, visibleTo, timeZone).getTime() - chosenMinutes * minute;
    at = new Date(Math.min(Math.max(instant.getTime(), first), last));
    const chosen = { startsAt: at, endsAt: new Date(at.getTime() + chosenMinutes * minute) };
    mark(chosen);
    announce(formatTimeRange(chosen.startsAt, chosen.endsAt, timeZone));
  }

  /** Does what the key asks; false for a key that is none of ours. */
  function obey(key: string): boolean {
    const { timeZone, stepMinutes, visibleFrom, visibleTo, chosenMinutes, choose } = context();
    const start = at ?? instantAt(day, "09:00", timeZone);
    const step = at ? stepMinutes * minute : 0;
    if (key === "ArrowDown") moveTo(new Date(start.getTime() + step));
    else if (key === "ArrowUp") moveTo(new Date(start.getTime() - step));
    else if (key === "Home") moveTo(instantAt(day, visibleFrom, timeZone));
    else if (key === "End") moveTo(instantAt(day, visibleTo, timeZone));
    else if (key === "ArrowRight") neighbourLane(lane, 1)?.focus();
    else if (key === "ArrowLeft") neighbourLane(lane, -1)?.focus();
    else if (key !== "Enter" && key !== " ") return false;
    else if (at) choose({ startsAt: at, endsAt: new Date(at.getTime() + chosenMinutes * minute) });
    return true;
  }

  function handleKey(event: KeyboardEvent) {
    if (event.target !== lane || event.altKey || event.ctrlKey || event.metaKey) return;
    if (obey(event.key)) event.preventDefault();
  }

  function handleBlur() {
    at = null;
    context().mark(null);
  }

  lane.dataset.day = day;
  lane.addEventListener("keydown", handleKey);
  lane.addEventListener("blur", handleBlur);
  return () => {
    lane.removeEventListener("keydown", handleKey);
    lane.removeEventListener("blur", handleBlur);
  };
}

function neighbourLane(lane: HTMLElement, step: number): HTMLElement | undefined {
  const lanes = Array.from(lane.closest(".cal")?.querySelectorAll<HTMLElement>("[data-day]") ?? []);
  return lanes[lanes.indexOf(lane) + step];
}

/** FullCalendar hands a day as a date whose UTC fields, or whose fields in the zone, are that day's. */
export function dayOfLane(date: Date, timeZone: string): string {
  const isMarker = date.getUTCHours() === 0 && date.getUTCMinutes() === 0;
  return isMarker ? date.toISOString().slice(0, 10) : dayKey(date, timeZone);
}
