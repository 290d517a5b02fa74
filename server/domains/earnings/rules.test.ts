import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPrice } from "../credits/rules.ts";
import { interviewerShare } from "./rules.ts";

describe("interviewerShare", () => {
  it.each([
    [9_900, 70, 6_930],
    [16_633, 70, 11_643],
    [16_634, 70, 11_643],
    [0, 70, 0],
    [1, 99, 0],
    [49_900, 0, 0],
    [49_900, 100, 49_900],
  ])("%i paise at %i percent is %i", (price, percent, share) => {
    expect(interviewerShare(price, percent)).toBe(share);
  });

  it("over any plan and coupon, shares and the platform's part add up to the price paid", () => {
    const plan = fc.constantFrom(
      { list: 39_900, sessions: 1 },
      { list: 99_900, sessions: 3 },
      { list: 149_900, sessions: 5 },
    );
    fc.assert(
      fc.property(
        plan,
        fc.integer({ min: 0, max: 100 }),
        fc.nat(39_800),
        fc.integer({ min: 0, max: 100 }),
        (bought, percentOff, fixedOff, percent) => {
          const paid = Math.max(100, bought.list - Math.floor((bought.list * percentOff) / 100) - fixedOff);
          const parts = splitPrice(paid, bought.sessions).map((price) => {
            const share = interviewerShare(price, percent);
            expect(Number.isInteger(share)).toBe(true);
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(price);
            return { share, platform: price - share };
          });
          expect(parts.reduce((sum, { share, platform }) => sum + share + platform, 0)).toBe(paid);
        },
      ),
    );
  });
});
