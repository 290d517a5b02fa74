import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { buy, countMoneyRows, createOpenOrder, insertCoupon, quote } from "../../testing/purchases.ts";

let app: TestApp;
let person: SignedUpUser;

beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_FOUNDING_PLACES: "2" } });
  person = await app.signUp();
});
afterAll(() => app.close());

const ask = (body: unknown, token = person.token) =>
  app.call("POST", "/api/user/purchase-plan", { token, body });

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
        { label: "Founding member", kind: "founding", amount: -100 },
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
    ["A\u0000B", "A coupon code has only letters, digits and hyphens."],
    ["x".repeat(1000), "A coupon code has only letters, digits and hyphens."],
    [42, "A coupon code has only letters, digits and hyphens."],
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

describe("founding places", () => {
  it("are taken by payments and active holds of others, and each user gets one", async () => {
    const [first, second, third] = [await app.signUp(), await app.signUp(), await app.signUp()];
    await buy(app, first, "Basic");
    expect((await quote(app, first, "Basic")).newPrice).toBe(199);
    await createOpenOrder(app, second, "Basic");
    expect((await quote(app, second, "Basic")).newPrice).toBe(99);
    expect((await quote(app, third, "Basic")).newPrice).toBe(199);
    expect((await app.call("GET", "/api/plans")).body[0].newPrice).toBe(199);
    expect((await app.call("GET", "/api/plans", { token: second.token })).body[0].newPrice).toBe(99);
    app.clock.advance({ minutes: 15 });
    expect((await app.call("GET", "/api/plans")).body[0].newPrice).toBe(99);
  });
});

describe("invalid input", () => {
  it.each([
    ["no body", undefined],
    ["not JSON", "{"],
    ["no plan", {}],
    ["unknown plan", { planType: "Gold" }],
    ["a plan of another type", { planType: 1 }],
    ["an unknown key", { planType: "Basic", price: 1 }],
    ["a prototype", '{"planType":"Basic","__proto__":{"price":1}}'],
  ])("%s is a 400 that changes nothing", async (_case, body) => {
    const rows = await countMoneyRows(app);
    const answer = await ask(body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
    expect(await countMoneyRows(app)).toEqual(rows);
  });

  it("quotes only for signed-in interviewees", async () => {
    expect((await app.call("POST", "/api/user/purchase-plan", { body: { planType: "Basic" } })).status).toBe(
      401,
    );
    const { token } = await app.signUpInterviewer();
    expect((await ask({ planType: "Basic" }, token)).status).toBe(403);
  });
});
