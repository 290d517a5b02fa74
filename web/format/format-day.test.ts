import { describe, expect, it } from "vitest";
import {
  dayKey,
  formatDay,
  formatDayParts,
  formatDayRange,
  formatLongDay,
  formatSlotRange,
  hourOf,
} from "./format-day.ts";

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
