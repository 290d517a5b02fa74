import { z } from "zod";

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
