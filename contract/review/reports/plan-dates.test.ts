import { describe, expect, it } from "vitest";
import { isPlanOver, planTitle, suggestedDay } from "./plan-dates.ts";

describe("the title of a plan", () => {
  it.each([
    ["2026-11-12T13:00:00.000Z", "Asia/Kolkata", "Your next two weeks (13 to 26 November)"],
    // 00:30 on the next day in India.
    ["2026-11-12T19:00:00.000Z", "Asia/Kolkata", "Your next two weeks (14 to 27 November)"],
    ["2026-11-20T13:00:00.000Z", "Asia/Kolkata", "Your next two weeks (21 November to 4 December)"],
    ["2026-12-20T13:00:00.000Z", "Asia/Kolkata", "Your next two weeks (21 December 2026 to 3 January 2027)"],
  ])("of a report made at %s, read in %s, is %s", (madeAt, timeZone, title) => {
    expect(planTitle(madeAt, timeZone)).toBe(title);
  });
});

describe("the days of a plan", () => {
  const madeAt = "2026-11-12T13:00:00.000Z";
  it("begin on the day after the report and stay within the two weeks", () => {
    const days = (exercises: number) =>
      Array.from({ length: exercises }, (_, index) => suggestedDay(madeAt, index, exercises).getUTCDate());
    expect([days(1), days(3), days(5)]).toEqual([[13], [13, 17, 22], [13, 16, 18, 21, 23]]);
  });
  it.each([
    ["2026-11-26T13:00:00.000Z", false],
    ["2026-11-27T13:00:00.000Z", true],
  ])("at %s are over: %s", (now, isOver) => {
    expect(isPlanOver(madeAt, new Date(now))).toBe(isOver);
  });
});
