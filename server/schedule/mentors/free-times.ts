import { zoneFormatter } from "@greenroom/contract/kernel/time-zones.ts";
import {
  type DayPart,
  dayPartOf,
  dayParts,
  type Weekday,
  weekdays,
} from "@greenroom/contract/schedule/mentor-filters.ts";

/* The free times of a mentor as 21 bits: one for each part of each day of the week, in somebody's zone. */

const bitOf = (weekday: number, part: number) => 1 << (weekday * dayParts.length + part);

/** The bits of a day, of a part of the day, or of both; every bit for neither. */
export function timesOf({ day, part }: { day?: Weekday | undefined; part?: DayPart | undefined }): number {
  let times = 0;
  for (const [weekday, name] of weekdays.entries()) {
    if (day !== undefined && day !== name) continue;
    for (const [index, partName] of dayParts.entries())
      if (part === undefined || part === partName) times |= bitOf(weekday, index);
  }
  return times;
}

const options = { weekday: "short", hour: "2-digit", hourCycle: "h23" } as const;

/** The bit of an instant in a zone. */
export function timeOf(instant: Date, timeZone: string): number {
  const parts = zoneFormatter("en-GB", timeZone, options).formatToParts(instant);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const weekday = weekdays.indexOf(find("weekday").toLowerCase() as Weekday);
  return bitOf(weekday, dayParts.indexOf(dayPartOf(Number(find("hour")))));
}

/** The half hours of the two weeks for which the list knows free times. */
export const halfHours = 14 * 48;
const halfHourMilliseconds = 30 * 60_000;

/** The bit of each half hour from `start` on. */
export function timesByHalfHour(start: Date, timeZone: string): number[] {
  return Array.from({ length: halfHours }, (_, index) =>
    timeOf(new Date(start.getTime() + index * halfHourMilliseconds), timeZone),
  );
}

/** These two weeks in one zone: a text like `0010…` with a `1` for each half hour that suits. */
export interface SuitingHalfHours {
  start: Date;
  end: Date;
  marks: string;
}

/** The free half hours of all mentors, one mentor after the other. */
export interface FreeHalfHours {
  all: Uint16Array;
  /** Where those of each mentor begin in `all`, and its end. */
  begins: Uint32Array;
}

/** Reads the half hours that are `1` in a text like `0010…` for each mentor. */
export function readFreeHalfHours(texts: readonly string[]): FreeHalfHours {
  const all = new Uint16Array(texts.length * halfHours);
  const begins = new Uint32Array(texts.length + 1);
  let count = 0;
  for (const [index, text] of texts.entries()) {
    for (let at = text.indexOf("1"); at >= 0; at = text.indexOf("1", at + 1)) all[count++] = at;
    begins[index + 1] = count;
  }
  return { all: all.slice(0, count), begins };
}

/** The bits of each mentor, for the bit of each half hour: some milliseconds for ten thousand mentors. */
export function timesOfAll({ all, begins }: FreeHalfHours, byHalfHour: readonly number[]): Int32Array {
  const times = new Int32Array(begins.length - 1);
  for (let index = 0; index < times.length; index++) {
    let bits = 0;
    const end = begins[index + 1] ?? 0;
    for (let at = begins[index] ?? 0; at < end; at++) bits |= byHalfHour[all[at] ?? 0] ?? 0;
    times[index] = bits;
  }
  return times;
}
