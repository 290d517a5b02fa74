import { describe, expect, it, test } from "vitest";
import { dayAfter, instantAt, type LocalTime, readLocalTime, startOfDay } from "./local-time.ts";

describe("local time", () => {
  /** `UTC`, `UTC | UTC` or `skipped`, for a readable table. */
  function describeLocalTime(found: LocalTime): string {
    const iso = (instant: Date) => instant.toISOString().slice(0, 16);
    if (found.kind === "once") return iso(found.instant);
    return found.kind === "twice" ? `${iso(found.first)} | ${iso(found.second)}` : "skipped";
  }

  describe("a local time as an instant", () => {
    it.each([
      // British Summer Time begins on 29 March at 01:00 and ends on 25 October at 02:00.
      ["Europe/London", "2026-03-29", "01:00", "skipped"],
      ["Europe/London", "2026-03-29", "02:00", "2026-03-29T01:00"],
      ["Europe/London", "2026-10-25", "01:00", "2026-10-25T00:00 | 2026-10-25T01:00"],
      ["Europe/London", "2026-10-25", "02:00", "2026-10-25T02:00"],
      // New York: 8 March and 1 November, both at 02:00.
      ["America/New_York", "2026-03-08", "02:30", "skipped"],
      ["America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30 | 2026-11-01T06:30"],
      // Offsets with half and three quarters of an hour, and no clock changes.
      ["Asia/Kolkata", "2026-11-20", "18:00", "2026-11-20T12:30"],
      ["Asia/Kolkata", "2026-11-21", "00:00", "2026-11-20T18:30"],
      ["Asia/Kathmandu", "2026-11-20", "18:00", "2026-11-20T12:15"],
      ["Pacific/Chatham", "2026-11-20", "00:15", "2026-11-19T10:30"],
      // Chatham: 27 September at 02:45, 5 April at 03:45.
      ["Pacific/Chatham", "2026-09-27", "03:00", "skipped"],
      ["Pacific/Chatham", "2026-04-05", "03:00", "2026-04-04T13:15 | 2026-04-04T14:15"],
      // Lord Howe Island changes by half an hour: 4 October at 02:00, 5 April at 02:00.
      ["Australia/Lord_Howe", "2026-10-04", "02:15", "skipped"],
      ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45 | 2026-04-04T15:15"],
    ])("%s %s %s is %s", (timeZone, day, time, instant) => {
      expect(describeLocalTime(readLocalTime(day, time, timeZone))).toBe(instant);
    });

    it("refuses a day that does not exist", () => {
      expect(() => readLocalTime("2026-02-30", "10:00", "Asia/Kolkata")).toThrow(RangeError);
    });
  });
});

describe("instant at", () => {
  const iso = (day: string, time: string, zone: string) => instantAt(day, time, zone).toISOString();

  describe("the instant of a wall-clock time", () => {
    it("is right on both sides of a clock change", () => {
      expect(iso("2026-10-25", "00:30", "Europe/London")).toBe("2026-10-24T23:30:00.000Z");
      expect(iso("2026-10-25", "09:00", "Europe/London")).toBe("2026-10-25T09:00:00.000Z");
      expect(iso("2026-11-20", "18:00", "Asia/Kolkata")).toBe("2026-11-20T12:30:00.000Z");
    });

    it("moves a skipped time forward, and takes the first of a repeated one", () => {
      expect(iso("2026-03-08", "02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
      expect(iso("2026-11-01", "01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
    });
  });
});

describe("start of day", () => {
  test.each([
    ["2026-11-20", "Asia/Kolkata", "2026-11-19T18:30:00.000Z"],
    ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20", "America/Los_Angeles", "2026-11-20T08:00:00.000Z"],
    ["2026-11-20", "Pacific/Auckland", "2026-11-19T11:00:00.000Z"],
    // A year that is still being typed.
    ["0002-11-20", "UTC", "0002-11-20T00:00:00.000Z"],
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
});
