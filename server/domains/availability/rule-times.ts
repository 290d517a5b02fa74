import { addMinutes, slotMinutes } from "@greenroom/contract/time.ts";
import { type DayWindow, minutesOfDay, weeksAhead } from "@greenroom/contract/weekly-availability.ts";
import { Temporal } from "temporal-polyfill";

/** What a rule says of the wall clock. */
export interface RuleTimes {
  /** ISO 8601: Monday is 1. */
  weekdays: readonly number[];
  windows: readonly DayWindow[];
  timeZone: string;
  startsOn: string;
  endsOn: string | null;
  exceptions: readonly string[];
}

/** One slot as a rule would have it: `day` is the rule's own calendar day. */
export interface RuleTime {
  day: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Every slot of a rule from the day of `now` to eight weeks on, in order of time. The wall clock decides: 18:00 stays
 * 18:00 when clocks change. A time that a spring night skips is left out, one that an autumn night repeats is its first
 * occurrence, and a slot that a change makes overlap the one before it is left out too.
 */
export function timesOfRule(rule: RuleTimes, now: Date): RuleTime[] {
  const today = dayOf(now, rule.timeZone);
  const lastDay = earlier(today.add({ weeks: weeksAhead }), rule.endsOn);
  const excepted = new Set(rule.exceptions);
  const starts = wallStarts(rule.windows);
  const times: RuleTime[] = [];
  for (let day = later(today, rule.startsOn); isUpTo(day, lastDay); day = day.add({ days: 1 })) {
    if (!rule.weekdays.includes(day.dayOfWeek) || excepted.has(day.toString())) continue;
    for (const minutes of starts) {
      const startsAt = instantOf(day, minutes, rule.timeZone);
      const before = times.at(-1);
      if (startsAt === null || (before !== undefined && startsAt < before.endsAt)) continue;
      times.push({ day: day.toString(), startsAt, endsAt: addMinutes(startsAt, slotMinutes) });
    }
  }
  return times;
}

/** The instants between which whole days of a zone lie, `lastDay` included. */
export function spanOfDays(
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  timeZone: string,
): { startsAt: Date; endsAt: Date } {
  const midnight = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds);
  return {
    startsAt: midnight(Temporal.PlainDate.from(firstDay)),
    endsAt: midnight(Temporal.PlainDate.from(lastDay).add({ days: 1 })),
  };
}

/** Minutes of the day at which slots begin, back to back in each window. */
function wallStarts(windows: readonly DayWindow[]): number[] {
  return windows
    .flatMap(({ from, to }) => {
      const [first, end] = [minutesOfDay(from), minutesOfDay(to)];
      const count = Math.floor((end - first) / slotMinutes);
      return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * slotMinutes);
    })
    .sort((a, b) => a - b);
}

/** Null for a time that the zone's clocks jump over that day. */
function instantOf(day: Temporal.PlainDate, minutes: number, timeZone: string): Date | null {
  const local = day.toPlainDateTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : null;
}

/** The calendar day of an instant in a zone. */
export function dayOf(instant: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

function later(day: Temporal.PlainDate, other: string): Temporal.PlainDate {
  return Temporal.PlainDate.compare(day, other) >= 0 ? day : Temporal.PlainDate.from(other);
}

function earlier(day: Temporal.PlainDate, other: string | null): Temporal.PlainDate {
  return other === null || Temporal.PlainDate.compare(day, other) <= 0 ? day : Temporal.PlainDate.from(other);
}

function isUpTo(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0;
}
