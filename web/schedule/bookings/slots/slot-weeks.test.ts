import { describe, expect, it } from "vitest";
import { allWeeks, endOfWeeks, firstWeeks, weeksUntil } from "./slot-weeks.ts";

const now = new Date("2026-11-20T06:30:00.000Z");

describe("the weeks of open slots", () => {
  it("end at the same instant all day", () => {
    expect(endOfWeeks(2, now)).toBe("2026-12-05T00:00:00.000Z");
    expect(endOfWeeks(2, new Date("2026-11-20T23:59:59.000Z"))).toBe("2026-12-05T00:00:00.000Z");
  });

  it.each([
    ["2026-11-21T00:00:00.000Z", firstWeeks],
    ["2026-12-05T00:00:00.000Z", 3],
    ["2028-01-01T00:00:00.000Z", allWeeks],
  ])("reach %s", (instant, weeks) => {
    expect(weeksUntil(new Date(instant), now)).toBe(weeks);
  });
});
