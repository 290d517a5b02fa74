import { z } from "zod";

/** Length of a slot, in minutes (requirements §9): 30 interview, 10 feedback, 5 as a break. */
export const slotMinutes = 45;
export const interviewMinutes = 30;
export const feedbackMinutes = 10;

/** How long before the interview our own room opens. */
export const roomOpensMinutesBefore = 10;

/** How many days ahead slots are listed by default. */
export const slotHorizonDays = 60;

const millisecondsPerMinute = 60_000;

/** Adds minutes to `instant`; `minutes` may be negative. */
export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * millisecondsPerMinute);
}

/**
 * An instant in ISO 8601 with a zone or offset, as the caller sends it. The years 2000 to 2199 keep dates
 * within the database's range.
 */
export const instantSchema = z.iso
  .datetime({ offset: true, error: "This is not a date and time with a zone." })
  .refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return year >= 2000 && year < 2200;
  }, "This date is out of range.");

/** An instant as the server sends it: UTC, `2026-11-20T12:30:00.000Z`. */
export const wireInstantSchema = z.iso.datetime();

/** True when the runtime knows this IANA zone. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const timeZoneSchema = z.string().max(64).refine(isTimeZone, "This is not a time zone that we know.");
