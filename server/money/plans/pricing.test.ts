import type { PlanType } from "@greenroom/contract/money/plans.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";
import { buy, createOpenOrder, insertCoupon, quote } from "../../testing/purchases.ts";
import {
  becomesFoundingMember,
  type Coupon,
  type CouponUses,
  calculatePrice,
  type DiscountLimit,
  type Founding,
  findBrokenLimits,
  findCouponProblem,
  minPricePaise,
} from "./rules.ts";

describe("rules", () => {
  const now = new Date("2026-11-20T06:30:00Z");
  const before = new Date("2026-11-01T00:00:00Z");
  const after = new Date("2026-12-01T00:00:00Z");

  const launch: Coupon = {
    id: "launch",
    code: "HAI50",
    kind: "percent",
    value: 50,
    planTypes: null,
    startsAt: before,
    endsAt: null,
    totalLimit: null,
    perUserLimit: null,
    isLaunchOffer: true,
    makers: [],
    approvedBy: null,
    stoppedAt: null,
  };
  const typed: Coupon = { ...launch, id: "typed", code: "CAMPUS", isLaunchOffer: false };
  const open: Founding = { places: 100, discountPaise: 10_000, taken: 0, hasHad: false };
  const full: Founding = { ...open, taken: 100 };
  const listPrices: Record<PlanType, number> = { Basic: 39_900, Pro: 99_900, Premium: 149_900 };
  const plan = (planType: PlanType) => ({ planType, listPricePaise: listPrices[planType] });

  describe("priceOf", () => {
    it.each<[string, PlanType, Coupon | null, Founding, number[], number]>([
      ["launch offer and founding place", "Basic", launch, open, [39_900, -20_000, -10_000], 9_900],
      ["founding places are gone", "Basic", launch, full, [39_900, -20_000], 19_900],
      ["the last founding place", "Basic", launch, { ...open, taken: 99 }, [39_900, -20_000, -10_000], 9_900],
      [
        "founding discount already used",
        "Basic",
        launch,
        { ...open, hasHad: true },
        [39_900, -20_000],
        19_900,
      ],
      ["no founding program", "Basic", launch, { ...open, discountPaise: 0 }, [39_900, -20_000], 19_900],
      ["founding is only for Basic", "Pro", launch, open, [99_900, -50_000], 49_900],
      ["half of 1,499 rounds down", "Premium", launch, open, [149_900, -75_000], 74_900],
      ["coupon removed", "Basic", null, open, [39_900], 39_900],
      ["founding stacks on the launch offer only", "Basic", typed, open, [39_900, -20_000], 19_900],
      ["fixed amount", "Pro", { ...typed, kind: "fixed", value: 15_050 }, open, [99_900, -15_050], 84_850],
      [
        "a third off rounds down to rupees",
        "Basic",
        { ...typed, value: 33 },
        open,
        [39_900, -13_200],
        26_700,
      ],
      ["everything off leaves a rupee", "Basic", { ...typed, value: 100 }, open, [39_900, -39_800], 100],
      [
        "a fixed amount over the price leaves a rupee",
        "Basic",
        { ...typed, kind: "fixed", value: 50_000 },
        open,
        [39_900, -39_800],
        100,
      ],
      [
        "the founding discount never exceeds the price",
        "Basic",
        { ...launch, value: 80 },
        open,
        [39_900, -32_000, -7_800],
        100,
      ],
    ])("%s", (_case, planType, coupon, founding, lines, price) => {
      const priced = calculatePrice(plan(planType), coupon, founding);
      expect(priced.lines.map(({ amountPaise }) => amountPaise)).toEqual(lines);
      expect(priced.pricePaise).toBe(price);
    });

    it("names its parts", () => {
      expect(calculatePrice(plan("Basic"), launch, open).lines).toEqual([
        { label: "List price", kind: "list", amountPaise: 39_900 },
        { label: "HAI50", kind: "coupon", amountPaise: -20_000 },
        { label: "First interview", kind: "founding", amountPaise: -10_000 },
      ]);
    });

    const anyCoupon = fc.option(
      fc.record({
        kind: fc.constantFrom("percent" as const, "fixed" as const),
        value: fc.integer({ min: 1, max: 100 }),
        scale: fc.constantFrom(1, 100, 1_000),
        isLaunchOffer: fc.boolean(),
      }),
      { nil: null },
    );
    const anyFounding = fc.record({
      places: fc.nat(5),
      discountPaise: fc.nat(20_000),
      taken: fc.nat(6),
      hasHad: fc.boolean(),
    });

    it("adds up, stays between a rupee and the list price, and grants founding places only where due", () => {
      fc.assert(
        fc.property(
          fc.constantFrom<PlanType>("Basic", "Pro", "Premium"),
          fc.integer({ min: 1, max: 10_000 }),
          anyCoupon,
          anyFounding,
          (planType, listRupees, discount, founding) => {
            const coupon = discount && {
              ...typed,
              ...discount,
              value: discount.kind === "fixed" ? discount.value * discount.scale : discount.value,
            };
            const listPricePaise = listRupees * 100;
            const { lines, pricePaise, isFounding } = calculatePrice(
              { planType, listPricePaise },
              coupon,
              founding,
            );
            expect(lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(pricePaise);
            expect(pricePaise).toBeGreaterThanOrEqual(minPricePaise);
            expect(pricePaise).toBeLessThanOrEqual(listPricePaise);
            expect(lines.slice(1).every(({ amountPaise }) => amountPaise <= 0)).toBe(true);
            if (coupon?.kind === "percent" && !isFounding) expect(pricePaise % 100).toBe(0);
            if (isFounding) {
              expect([planType, coupon?.isLaunchOffer, founding.hasHad]).toEqual(["Basic", true, false]);
              expect(founding.taken).toBeLessThan(founding.places);
            }
          },
        ),
      );
    });
  });

  describe("couponProblem", () => {
    const unused: CouponUses = { total: 0, byUser: 0, unpaid: 0 };
    const heldText =
      "The coupon CAMPUS is held by an order that you have not paid yet. Pay that order, or use the coupon again a day later.";
    it.each<[string, Partial<Coupon>, CouponUses, string | null]>([
      ["active", {}, unused, null],
      ["stopped", { stoppedAt: before }, unused, "The coupon CAMPUS is no longer active."],
      ["not yet", { startsAt: after }, unused, "The coupon CAMPUS is not active yet."],
      ["starts this instant", { startsAt: now }, unused, null],
      ["ended", { endsAt: before }, unused, "The coupon CAMPUS has expired."],
      ["ends this instant", { endsAt: now }, unused, "The coupon CAMPUS has expired."],
      ["another plan", { planTypes: ["Pro"] }, unused, "The coupon CAMPUS does not apply to the Basic plan."],
      ["this plan", { planTypes: ["Pro", "Basic"] }, unused, null],
      ["one use left", { totalLimit: 5 }, { ...unused, total: 4 }, null],
      ["used up", { totalLimit: 5 }, { ...unused, total: 5 }, "The coupon CAMPUS has been used up."],
      ["over its limit", { totalLimit: 5 }, { ...unused, total: 6 }, "The coupon CAMPUS has been used up."],
      [
        "used by this person",
        { perUserLimit: 1 },
        { total: 1, byUser: 1, unpaid: 0 },
        "You have already used the coupon CAMPUS.",
      ],
      [
        "made by this person alone",
        { makers: ["u1"] },
        unused,
        "You made the coupon CAMPUS, so you cannot use it yourself.",
      ],
      ["made by another person", { makers: ["u2"] }, unused, null],
      ["used by another person", { perUserLimit: 1 }, { ...unused, total: 1 }, null],
      ["this person's unpaid order of another plan", { perUserLimit: 1 }, { ...unused, unpaid: 1 }, heldText],
      ["one more than the unpaid order", { perUserLimit: 2 }, { ...unused, unpaid: 1 }, null],
      ["the last use by the unpaid order", { totalLimit: 5 }, { ...unused, total: 4, unpaid: 1 }, heldText],
    ])("%s", (_case, change, uses, problem) => {
      expect(findCouponProblem({ ...typed, ...change }, { userId: "u1", planType: "Basic", uses, now })).toBe(
        problem,
      );
    });
  });

  describe("findBrokenLimits", () => {
    const limited = { perUserLimit: 1, totalLimit: 3 };
    it.each<[string, Parameters<typeof findBrokenLimits>, DiscountLimit[]]>([
      ["nothing limited", [{ founding: 0, byUser: 9, total: 9 }, null], []],
      ["the first founding price", [{ founding: 1, byUser: 0, total: 0 }, null], []],
      ["the second founding price", [{ founding: 2, byUser: 0, total: 0 }, null], ["founding"]],
      ["the last use of both limits", [{ founding: 0, byUser: 1, total: 3 }, limited], []],
      ["one too many by this person", [{ founding: 0, byUser: 2, total: 2 }, limited], ["per-user"]],
      ["one too many by all", [{ founding: 0, byUser: 1, total: 4 }, limited], ["total"]],
      ["all of them", [{ founding: 2, byUser: 2, total: 4 }, limited], ["founding", "per-user", "total"]],
      [
        "a coupon without limits",
        [
          { founding: 0, byUser: 2, total: 4 },
          { perUserLimit: null, totalLimit: null },
        ],
        [],
      ],
    ])("%s", (_case, [uses, coupon], broken) => {
      expect(findBrokenLimits(uses, coupon)).toEqual(broken);
    });
  });

  it.each([
    ["a place is left", "Basic", false, { places: 2, taken: 1, isMember: false }, true],
    ["no place is left", "Basic", false, { places: 2, taken: 2, isMember: false }, false],
    [
      "promised in the quote, although no place is left",
      "Basic",
      true,
      { places: 2, taken: 2, isMember: false },
      true,
    ],
    ["a member already", "Basic", true, { places: 2, taken: 0, isMember: true }, false],
    ["another plan", "Pro", false, { places: 2, taken: 0, isMember: false }, false],
  ])("becomesFoundingMember: %s", (_case, planType, isFounding, state, becomes) => {
    expect(becomesFoundingMember({ planType, isFounding }, state)).toBe(becomes);
  });
});

describe("pricing", () => {
  const app = useTestApp({ environment: { GREENROOM_FOUNDING_PLACES: "2" } });
  const person = useBeforeAll(() => app.signUp());

  const ask = (body: unknown, token = person.token) => app.post({ token }, "/api/user/purchase-plan", body);

  describe("the plans", () => {
    it("shows a visitor the prices of the spec with their parts", async () => {
      const { status, body } = await app.call("GET", "/api/plans");
      expect(status).toBe(200);
      expect(body.map((plan: { newPrice: number }) => plan.newPrice)).toEqual([99, 499, 749]);
      expect(body[0]).toMatchObject({
        planType: "Basic",
        title: "Basic",
        sessions: 1,
        highlight: false,
        listPrice: 399,
        amount: 99,
        coupon: "HAI50",
        pricePerSession: 99,
        lines: [
          { label: "List price", kind: "list", amount: 399 },
          { label: "HAI50", kind: "coupon", amount: -200 },
          { label: "First interview", kind: "founding", amount: -100 },
        ],
      });
      expect(body[1]).toMatchObject({ sessions: 3, highlight: true, listPrice: 999, pricePerSession: 166 });
      expect(body[2]).toMatchObject({ sessions: 5, highlight: false, listPrice: 1499, pricePerSession: 150 });
    });

    it("quotes in rupees and paise, for a plan's name in any case", async () => {
      expect((await ask({ planType: "premium" })).body).toEqual({
        planType: "Premium",
        listPrice: 1499,
        lines: [
          { label: "List price", kind: "list", amount: 1499 },
          { label: "HAI50", kind: "coupon", amount: -750 },
        ],
        coupon: "HAI50",
        newPrice: 749,
        amount: 749,
      });
    });

    it("removes the launch offer together with its coupon, and applies the coupon when it is typed", async () => {
      expect((await ask({ planType: "Basic", coupon: "" })).body).toMatchObject({
        newPrice: 399,
        coupon: null,
      });
      expect((await ask({ planType: "Basic", coupon: " hai50 " })).body).toMatchObject({ newPrice: 99 });
    });
  });

  describe("typed coupons", () => {
    beforeAll(async () => {
      await insertCoupon(app, { code: "CAMPUS10", value: 10 });
      await insertCoupon(app, { code: "MINUS50", kind: "fixed", value: 5_000 });
      await insertCoupon(app, { code: "HALF60", value: 60 });
      await insertCoupon(app, { code: "OLD", endsAt: "2026-02-01T00:00:00Z" });
      await insertCoupon(app, { code: "SOON", startsAt: "2027-01-01T00:00:00Z" });
      await insertCoupon(app, { code: "PROONLY", planTypes: ["Pro"] });
    });

    it.each([
      ["CAMPUS10", 359],
      ["MINUS50", 349],
    ])("%s replaces the launch offer and the founding discount", async (coupon, newPrice) => {
      expect((await ask({ planType: "Basic", coupon })).body).toMatchObject({ newPrice, coupon });
    });

    it.each([
      ["CAMPUS10", "Basic", { coupon: "HAI50", newPrice: 99 }],
      ["CAMPUS10", "Pro", { coupon: "HAI50", newPrice: 499 }],
      ["HAI50", "Basic", undefined],
      ["HALF60", "Pro", undefined],
      ["", "Pro", undefined],
    ])("%s on %s mentions a cheaper price, if there is one", async (coupon, planType, cheaper) => {
      expect((await ask({ planType, coupon })).body.cheaper).toEqual(cheaper);
    });

    it.each([
      ["NOSUCH", "NOSUCH isn't a valid coupon."],
      ["OLD", "The coupon OLD has expired."],
      ["SOON", "The coupon SOON is not active yet."],
      ["PROONLY", "The coupon PROONLY does not apply to the Basic plan."],
      ["no such thing!", "A coupon code has only letters, digits and hyphens."],
    ])("%s is refused with the field's name", async (coupon, msg) => {
      const { status, body } = await ask({ planType: "Basic", coupon });
      expect([status, body.code, body.details]).toEqual([400, "invalid_input", [{ path: "coupon", msg }]]);
      expect(body.msg).toBe(msg);
    });

    it("counts payments and active holds toward the limits, but not expired holds", async () => {
      await insertCoupon(app, { code: "TWICE", totalLimit: 2, perUserLimit: 1 });
      const [first, second, third] = [await app.signUp(), await app.signUp(), await app.signUp()];
      await buy(app, first, "Pro", "TWICE");
      expect((await ask({ planType: "Pro", coupon: "TWICE" }, first.token)).body.msg).toBe(
        "You have already used the coupon TWICE.",
      );
      await createOpenOrder(app, second, "Pro", "TWICE");
      expect((await ask({ planType: "Pro", coupon: "TWICE" }, third.token)).body.msg).toBe(
        "The coupon TWICE has been used up.",
      );
      // The user's own open order is reused; on another plan it would be a second use.
      expect((await quote(app, second, "Pro", "TWICE")).newPrice).toBe(899);
      expect((await ask({ planType: "Basic", coupon: "TWICE" }, second.token)).status).toBe(400);
      app.clock.advance({ minutes: 15 });
      expect((await quote(app, third, "Pro", "TWICE")).newPrice).toBe(899);
    });
  });

  it("founding places are taken by payments and active holds of others, and each user gets one", async () => {
    const [first, second, third] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await buy(app, first, "Basic");
    expect((await quote(app, first, "Basic")).newPrice).toBe(199);
    await createOpenOrder(app, second, "Basic");
    expect((await quote(app, second, "Basic")).newPrice).toBe(99);
    expect((await quote(app, third, "Basic")).newPrice).toBe(199);
    expect((await app.call("GET", "/api/plans")).body[0].newPrice).toBe(199);
    expect((await app.read(second, "/api/plans"))[0].newPrice).toBe(99);
    app.clock.advance({ minutes: 15 });
    expect((await app.call("GET", "/api/plans")).body[0].newPrice).toBe(99);
  });
});
