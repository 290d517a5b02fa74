import { describe, expect, it } from "vitest";
import { instantAt } from "./instant-at.ts";

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
