import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPrice } from "../credits/rules.ts";
import { calculatePrice } from "../plans/rules.ts";
import { interviewerShare } from "./rules.ts";

const plans = fc.constantFrom(
  { planType: "Basic" as const, listPricePaise: 39_900, sessions: 1 },
  { planType: "Pro" as const, listPricePaise: 99_900, sessions: 3 },
  { planType: "Premium" as const, listPricePaise: 149_900, sessions: 5 },
);

/** None, or a valid coupon of either kind. */
const coupons = fc.option(
  fc
    .oneof(
      fc.record({ kind: fc.constant("percent" as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant("fixed" as const), value: fc.integer({ min: 1, max: 200_000 }) }),
    )
    .chain((off) =>
      fc.boolean().map((isLaunchOffer) => ({
        ...off,
        isLaunchOffer,
        id: "coupon",
        code: "ANY",
        planTypes: null,
        startsAt: new Date(0),
        endsAt: null,
        totalLimit: null,
        perUserLimit: null,
        stoppedAt: null,
        makers: [],
        approvedBy: null,
      })),
    ),
);

const foundings = fc.record({
  places: fc.constantFrom(0, 100),
  discountPaise: fc.integer({ min: 0, max: 20_000 }),
  taken: fc.nat(120),
  hasHad: fc.boolean(),
});

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

  it("over all plans and any coupon, the interviewer's shares and the platform's part add up to the price paid", () => {
    fc.assert(
      fc.property(
        plans,
        coupons,
        foundings,
        fc.integer({ min: 0, max: 100 }),
        (plan, coupon, founding, percent) => {
          const { pricePaise } = calculatePrice(plan, coupon, founding);
          const parts = splitPrice(pricePaise, plan.sessions).map((price) => {
            const share = interviewerShare(price, percent);
            expect(Number.isInteger(share)).toBe(true);
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(price);
            return { share, platform: price - share };
          });
          expect(parts).toHaveLength(plan.sessions);
          expect(parts.reduce((sum, { share, platform }) => sum + share + platform, 0)).toBe(pricePaise);
        },
      ),
      { numRuns: 500 },
    );
  });
});
