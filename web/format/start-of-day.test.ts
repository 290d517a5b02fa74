import { expect, test } from "vitest";
import { dayAfter, startOfDay } from "./start-of-day.ts";

test.each([
  ["2026-11-20", "Asia/Kolkata", "2026-11-19T18:30:00.000Z"],
  ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20", "America/Los_Angeles", "2026-11-20T08:00:00.000Z"],
  ["2026-11-20", "Pacific/Auckland", "2026-11-19T11:00:00.000Z"],
  // Midnight is skipped, so these days begin at 01:00.
  ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-03-29", "Atlantic/Azores", "2026-03-29T01:00:00.000Z"],
  ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
  // The clocks change during these days.
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
])("%s begins in %s at %s", (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(instant);
});

test.each([
  ["2026-11-20", "2026-11-21"],
  ["2026-12-31", "2027-01-01"],
  ["2028-02-28", "2028-02-29"],
])("the day after %s is %s", (day, next) => {
  expect(dayAfter(day)).toBe(next);
});
