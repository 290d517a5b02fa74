import { timeZoneAbbreviation, timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";
import { describe, expect, it } from "vitest";
import { formatAge, formatClock, formatExactTime, formatTime, formatTimeRange } from "./format-time.ts";

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
