import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type DayWindow,
  generatedWeeksAhead,
  minutesOfDay,
} from "@greenroom/contract/schedule/weekly-availability.ts";
import { Temporal } from "temporal-polyfill";

/** The rule's schedule in local time. */
export interface RuleSchedule {
  /** ISO 8601: Monday is 1. */
  weekdays: readonly number[];
  windows: readonly DayWindow[];
  timeZone: string;
  startsOn: string;
  endsOn: string | null;
  exceptions: readonly string[];
}

/** One slot of a rule. `day` is the calendar day in the rule's zone. */
export interface RuleOccurrence {
  day: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Every slot of a rule from the day of `now` to eight weeks ahead, in order of time. Local time decides: 18:00
 * stays 18:00 when clocks change. A time that a spring night skips is left out, a time that an autumn night repeats
 * means its first occurrence, and a slot that a clock change makes overlap the previous one is left out too.
 */
export function listRuleOccurrences(rule: RuleSchedule, now: Date): RuleOccurrence[] {
  const today = calendarDayAt(now, rule.timeZone);
  const lastDay = earlierDay(today.add({ weeks: generatedWeeksAhead }), rule.endsOn);
  const excepted = new Set(rule.exceptions);
  const starts = slotStartMinutes(rule.windows);
  const occurrences: RuleOccurrence[] = [];
  for (let day = laterDay(today, rule.startsOn); isOnOrBefore(day, lastDay); day = day.add({ days: 1 })) {
    if (!rule.weekdays.includes(day.dayOfWeek) || excepted.has(day.toString())) continue;
    for (const minutes of starts) {
      const startsAt = toInstant(day, minutes, rule.timeZone);
      const before = occurrences.at(-1);
      if (startsAt === null || (before !== undefined && startsAt < before.endsAt)) continue;
      occurrences.push({ day: day.toString(), startsAt, endsAt: addMinutes(startsAt, slotMinutes) });
    }
  }
  return occurrences;
}

/** Start times in minutes of the day, back to back in each window. */
function slotStartMinutes(windows: readonly DayWindow[]): number[] {
  return windows
    .flatMap(({ from, to }) => {
      const [first, end] = [minutesOfDay(from), minutesOfDay(to)];
      const count = Math.floor((end - first) / slotMinutes);
      return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * slotMinutes);
    })
    .sort((a, b) => a - b);
}

/** The instant at which the day of `instant` ends in a zone. */
export function startOfNextDay(instant: Date, timeZone: string): Date {
  const next = calendarDayAt(instant, timeZone).add({ days: 1 });
  return new Date(next.toZonedDateTime({ timeZone }).epochMilliseconds);
}

/** Limits the cached midnights. Few zones and two months of days are in use at a time. */
const maxKnownMidnights = 10_000;
const knownMidnights = new Map<string, number | null>();

/** The midnight at which a 24-hour day begins, in milliseconds; null for a day on which clocks change. */
function findMidnight(day: Temporal.PlainDate, timeZone: string): number | null {
  const key = `${timeZone} ${day}`;
  let midnight = knownMidnights.get(key);
  if (midnight === undefined) {
    if (knownMidnights.size >= maxKnownMidnights) knownMidnights.clear();
    const start = day.toZonedDateTime({ timeZone });
    midnight = start.hour === 0 && start.hoursInDay === 24 ? start.epochMilliseconds : null;
    knownMidnights.set(key, midnight);
  }
  return midnight;
}

/** Null for a time that the zone's clocks skip on that day. */
function toInstant(day: Temporal.PlainDate, minutes: number, timeZone: string): Date | null {
  const midnight = findMidnight(day, timeZone);
  if (midnight !== null) return new Date(midnight + minutes * 60_000);
  const local = day.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : null;
}

/** The calendar day of an instant in a zone. */
export function calendarDayAt(instant: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

function laterDay(day: Temporal.PlainDate, other: string): Temporal.PlainDate {
  return Temporal.PlainDate.compare(day, other) >= 0 ? day : Temporal.PlainDate.from(other);
}

function earlierDay(day: Temporal.PlainDate, other: string | null): Temporal.PlainDate {
  return other === null || Temporal.PlainDate.compare(day, other) <= 0 ? day : Temporal.PlainDate.from(other);
}

function isOnOrBefore(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0;
}
