import { describe, expect, it } from "vitest";
import { assessQuality } from "./call-quality.ts";

describe("the quality of a call", () => {
  it.each([
    [{ roundTrip: null, received: 0, lost: 0 }, "good"],
    [{ roundTrip: 0.05, received: 1100, lost: 10 }, "good"],
    [{ roundTrip: 0.4, received: 1100, lost: 10 }, "unsteady"],
    [{ roundTrip: 0.05, received: 1100, lost: 15 }, "unsteady"],
    [{ roundTrip: 0.05, received: 1100, lost: 30 }, "weak"],
    [{ roundTrip: 0.7, received: 1100, lost: 10 }, "weak"],
  ] as const)("of %j is %s", (now, words) => {
    expect(assessQuality({ roundTrip: 0.05, received: 1000, lost: 10 }, now)).toBe(words);
  });

  it("does not take a new call's counters for packet loss", () => {
    expect(
      assessQuality(
        { roundTrip: 0.05, received: 9000, lost: 90 },
        { roundTrip: 0.05, received: 50, lost: 0 },
      ),
    ).toBe("good");
  });
});
