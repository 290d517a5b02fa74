import { describe, expect, it } from "vitest";
import { type LocalTime, readLocalTime } from "./local-time.ts";

/** `UTC`, `UTC | UTC` or `skipped`, for a readable table. */
function describeLocalTime(found: LocalTime): string {
  const iso = (instant: Date) => instant.toISOString().slice(0, 16);
  if (found.kind === "once") return iso(found.instant);
  return found.kind === "twice" ? `${iso(found.first)} | ${iso(found.second)}` : "skipped";
}

describe("a local time as an instant", () => {
  it.each([
    // British Summer Time begins on 29 March at 01:00 and ends on 25 October at 02:00.
    ["Europe/London", "2026-03-29", "00:45", "2026-03-29T00:45"],
    ["Europe/London", "2026-03-29", "01:00", "skipped"],
    ["Europe/London", "2026-03-29", "01:45", "skipped"],
    ["Europe/London", "2026-03-29", "02:00", "2026-03-29T01:00"],
    ["Europe/London", "2026-10-25", "00:45", "2026-10-24T23:45"],
    ["Europe/London", "2026-10-25", "01:00", "2026-10-25T00:00 | 2026-10-25T01:00"],
    ["Europe/London", "2026-10-25", "01:45", "2026-10-25T00:45 | 2026-10-25T01:45"],
    ["Europe/London", "2026-10-25", "02:00", "2026-10-25T02:00"],
    // New York: 8 March and 1 November, both at 02:00.
    ["America/New_York", "2026-03-08", "01:45", "2026-03-08T06:45"],
    ["America/New_York", "2026-03-08", "02:30", "skipped"],
    ["America/New_York", "2026-03-08", "03:00", "2026-03-08T07:00"],
    ["America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30 | 2026-11-01T06:30"],
    ["America/New_York", "2026-11-01", "02:00", "2026-11-01T07:00"],
    // Offsets with half and three quarters of an hour, and no clock changes.
    ["Asia/Kolkata", "2026-11-20", "18:00", "2026-11-20T12:30"],
    ["Asia/Kolkata", "2026-03-29", "01:30", "2026-03-28T20:00"],
    ["Asia/Kolkata", "2026-11-21", "00:00", "2026-11-20T18:30"],
    ["Asia/Kathmandu", "2026-11-20", "18:00", "2026-11-20T12:15"],
    ["Asia/Kathmandu", "2026-11-20", "05:45", "2026-11-20T00:00"],
    ["Asia/Kathmandu", "2026-11-20", "23:45", "2026-11-20T18:00"],
    ["Pacific/Chatham", "2026-11-20", "00:15", "2026-11-19T10:30"],
    // Chatham: 27 September at 02:45, 5 April at 03:45.
    ["Pacific/Chatham", "2026-09-27", "03:00", "skipped"],
    ["Pacific/Chatham", "2026-04-05", "03:00", "2026-04-04T13:15 | 2026-04-04T14:15"],
    // Lord Howe Island changes by half an hour: 4 October at 02:00, 5 April at 02:00.
    ["Australia/Lord_Howe", "2026-10-04", "01:45", "2026-10-03T15:15"],
    ["Australia/Lord_Howe", "2026-10-04", "02:15", "skipped"],
    ["Australia/Lord_Howe", "2026-10-04", "02:30", "2026-10-03T15:30"],
    ["Australia/Lord_Howe", "2026-04-05", "01:15", "2026-04-04T14:15"],
    ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45 | 2026-04-04T15:15"],
    ["Australia/Lord_Howe", "2026-04-05", "02:00", "2026-04-04T15:30"],
  ])("%s %s %s is %s", (timeZone, day, time, instant) => {
    expect(describeLocalTime(readLocalTime(day, time, timeZone))).toBe(instant);
  });

  it("refuses a day that does not exist", () => {
    expect(() => readLocalTime("2026-02-30", "10:00", "Asia/Kolkata")).toThrow(RangeError);
  });
});
