import { timeZoneAbbreviation, timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";
import { describe, expect, it } from "vitest";
import {
  dayKey,
  formatAge,
  formatClock,
  formatDay,
  formatDayParts,
  formatDayRange,
  formatExactTime,
  formatLongDay,
  formatSlotRange,
  formatTime,
  formatTimeRange,
  hourOf,
} from "./times.ts";

describe("format time", () => {
  const at = (iso: string) => new Date(iso);

  describe("a time in a zone", () => {
    it("uses the 24-hour clock, with midnight as 00", () => {
      expect(formatTime(at("2026-11-20T18:30:00Z"), "Asia/Kolkata")).toBe("00:00");
      expect(formatTime(at("2026-11-20T12:30:00Z"), "Asia/Kolkata")).toBe("18:00");
    });

    it("follows the clock forward and back", () => {
      expect(formatTime(at("2026-03-29T00:59:00Z"), "Europe/London")).toBe("00:59");
      expect(formatTime(at("2026-03-29T01:00:00Z"), "Europe/London")).toBe("02:00");
      expect(formatTime(at("2026-03-08T07:00:00Z"), "America/New_York")).toBe("03:00");
      expect(formatTime(at("2026-11-01T05:30:00Z"), "America/New_York")).toBe("01:30");
      expect(formatTime(at("2026-11-01T06:30:00Z"), "America/New_York")).toBe("01:30");
    });

    it("says which one it is in the repeated hour", () => {
      expect(formatExactTime(at("2026-10-25T00:30:00Z"), "Europe/London")).toBe("01:30 BST");
      expect(formatExactTime(at("2026-10-25T01:30:00Z"), "Europe/London")).toBe("01:30 GMT");
      expect(formatExactTime(at("2026-11-01T06:30:00Z"), "America/New_York")).toBe("01:30 EST");
      expect(formatExactTime(at("2026-10-25T02:30:00Z"), "Europe/London")).toBe("02:30");
      expect(formatExactTime(at("2026-10-25T01:30:00Z"), "Asia/Kolkata")).toBe("07:00");
    });

    it("keeps India's half hour all year", () => {
      expect(timeZoneOffset(at("2026-03-29T01:00:00Z"), "Asia/Kolkata")).toBe("GMT+5:30");
      expect(timeZoneOffset(at("2026-10-25T01:00:00Z"), "Asia/Kolkata")).toBe("GMT+5:30");
    });
  });

  describe("a range of times", () => {
    it("names the zone at both ends only when the clock changes between them", () => {
      const quiet = formatTimeRange(at("2026-03-28T12:00:00Z"), at("2026-03-28T12:45:00Z"), "Europe/London");
      expect(quiet).toBe("12:00 – 12:45");
      const spring = formatTimeRange(at("2026-03-29T00:30:00Z"), at("2026-03-29T01:15:00Z"), "Europe/London");
      expect(spring).toBe("00:30 GMT – 02:15 BST");
    });
  });

  describe("the name of a zone", () => {
    it("depends on the season", () => {
      expect(timeZoneAbbreviation(at("2026-07-01T00:00:00Z"), "Europe/London")).toBe("BST");
      const short = (zone: string) => timeZoneAbbreviation(at("2026-12-01T00:00:00Z"), zone);
      expect(["Europe/London", "America/New_York", "Asia/Kolkata", "Australia/Sydney"].map(short)).toEqual([
        "GMT",
        "EST",
        "IST",
        "AEDT",
      ]);
      expect(short("Asia/Kathmandu")).toBe("GMT+5:45");
    });
  });

  describe("a clock", () => {
    it("drops fractions of a second and never goes below zero", () => {
      expect(formatClock(1508.9)).toBe("25:08");
      expect(formatClock(3849)).toBe("1:04:09");
      expect(formatClock(-3)).toBe("0:00");
    });
  });

  describe("an age", () => {
    const now = at("2026-11-22T12:00:00Z");

    it.each([
      ["2026-11-22T12:00:30Z", "0 min"],
      ["2026-11-22T11:01:00Z", "59 min"],
      ["2026-11-22T11:00:00Z", "1 h"],
      ["2026-11-20T12:01:00Z", "47 h"],
      ["2026-11-20T12:00:00Z", "2 d"],
    ])("%s is %s ago", (since, age) => {
      expect(formatAge(at(since), now)).toBe(age);
    });
  });
});

describe("format day", () => {
  const at = (iso: string) => new Date(iso);

  describe("a day in a zone", () => {
    it("is the viewer's day, not UTC's", () => {
      expect(dayKey(at("2026-11-20T19:00:00Z"), "Asia/Kolkata")).toBe("2026-11-21");
      expect(dayKey(at("2026-11-20T03:00:00Z"), "America/New_York")).toBe("2026-11-19");
      expect(hourOf(at("2026-11-20T18:30:00Z"), "Asia/Kolkata")).toBe(0);
    });

    it("has the product's format", () => {
      const friday = at("2026-11-20T12:30:00Z");
      expect(formatDay(friday, "Asia/Kolkata")).toBe("Fri 20 Nov");
      expect(formatLongDay(friday, "Asia/Kolkata")).toBe("Friday 20 November 2026");
      expect(formatDayParts(friday, "Asia/Kolkata")).toEqual({ month: "Nov", day: "20", weekday: "Fri" });
    });
  });

  describe("a slot's range", () => {
    it("names the day once", () => {
      const range = formatSlotRange(at("2026-11-20T12:30:00Z"), at("2026-11-20T13:15:00Z"), "Asia/Kolkata");
      expect(range).toBe("Fri 20 Nov, 18:00 – 18:45");
    });

    it("distinguishes the two 1:30s of an autumn night", () => {
      const range = formatSlotRange(at("2026-10-25T00:45:00Z"), at("2026-10-25T01:30:00Z"), "Europe/London");
      expect(range).toBe("Sun 25 Oct, 01:45 BST – 01:30 GMT");
    });
  });

  describe("a range of days", () => {
    const range = (from: string, until: string) => formatDayRange(at(from), at(until), "Europe/London");

    it("names month and year only once where possible", () => {
      expect(range("2026-11-17T00:00:00Z", "2026-11-24T00:00:00Z")).toBe("17 – 23 November 2026");
      expect(range("2026-11-30T00:00:00Z", "2026-12-07T00:00:00Z")).toBe("30 November – 6 December 2026");
      expect(range("2026-12-28T00:00:00Z", "2027-01-04T00:00:00Z")).toBe("28 December 2026 – 3 January 2027");
      expect(range("2026-11-17T00:00:00Z", "2026-11-18T00:00:00Z")).toBe("17 November 2026");
    });

    it("ends on the right day in a week with a clock change", () => {
      expect(range("2026-10-18T23:00:00Z", "2026-10-26T00:00:00Z")).toBe("19 – 25 October 2026");
      expect(range("2026-03-23T00:00:00Z", "2026-03-29T23:00:00Z")).toBe("23 – 29 March 2026");
    });
  });
});
