import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPrice } from "./rules.ts";

describe("splitPrice", () => {
  it.each([
    [9_900, 1, [9_900]],
    [49_900, 3, [16_633, 16_633, 16_634]],
    [74_900, 5, [14_980, 14_980, 14_980, 14_980, 14_980]],
    [0, 2, [0, 0]],
    [1, 3, [0, 0, 1]],
  ])("%i paise over %i credits", (price, sessions, parts) => {
    expect(splitPrice(price, sessions)).toEqual(parts);
  });

  it("loses no paisa, and no two credits differ by more than one", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 50 }), (price, sessions) => {
        const parts = splitPrice(price, sessions);
        expect(parts).toHaveLength(sessions);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
