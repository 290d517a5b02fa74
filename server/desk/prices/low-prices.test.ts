import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { confirmAction } from "../desk.testing.ts";

const app = useTestApp();
const owner = useBeforeAll(() => app.signUpOperator());
const other = useBeforeAll(() => app.signUpOperator());

const change = (planType: string, listPrice: number, startsAt: string | null = null) =>
  confirmAction(app, owner, "/api/operator/prices", { planType, listPrice, startsAt });
const approve = (id: string) =>
  confirmAction(app, other, `/api/operator/approvals/${id}/decision`, { decision: "approve" });
const findCoupon = async (code: string) =>
  (await app.read(owner, "/api/operator/coupons?limit=100")).find(
    (row: { code: string }) => row.code === code,
  );
const listPriceOf = async (planType: string) => {
  const { body } = await app.call("GET", "/api/plans");
  return body.find((plan: { planType: string }) => plan.planType === planType).listPrice;
};

describe("a price below half of the list price", () => {
  const coupon = {
    ...{ kind: "fixed", value: 398, plans: ["Basic"], endsAt: null },
    ...{ totalLimit: null, perUserLimit: null },
  };
  const make = (code: string, part: object = {}) =>
    confirmAction(app, owner, "/api/operator/coupons", { ...coupon, code, ...part });
  const tryOut = async (person: SignedUpUser, code: string) => {
    const body = { planType: "Basic", coupon: code };
    const { status, body: quoted } = await app.post(person, "/api/user/purchase-plan", body);
    return status === 200 ? quoted.newPrice : quoted.details[0].msg;
  };
  const waits = "Nothing has happened yet: another owner has to approve it within 24 hours.";

  it.each([
    ["a fixed amount", { kind: "fixed", value: 201 }],
    ["a percentage", { kind: "percent", value: 51 }],
    ["all of it", { kind: "percent", value: 100 }],
    ["all plans", { kind: "percent", value: 90, plans: null }],
  ])("takes a second owner for a coupon of %s", async (_what, part) => {
    const code = `LOW-${JSON.stringify(part).length}`;
    const asked = await make(code, part);
    expect([asked.body.msg, asked.body.undo.label]).toEqual([waits, "Withdraw the request"]);
    expect(await tryOut(await app.signUp(), code)).toBe(`${code} isn't a valid coupon.`);
    expect((await approve(asked.body.approvalId)).status).toBe(200);
    expect(await tryOut(await app.signUp(), code)).toBeLessThan(199);
    // With a second owner also for its maker.
    expect(await tryOut(owner, code)).toBeLessThan(199);
    const { _id } = await findCoupon(code);
    await confirmAction(app, owner, `/api/operator/coupons/${_id}/stop`);
    expect((await confirmAction(app, owner, `/api/operator/coupons/${_id}/resumption`)).status).toBe(200);
    await confirmAction(app, owner, `/api/operator/coupons/${_id}/stop`);
  });

  it("is a coupon that its maker cannot use, above the limit", async () => {
    expect((await make("HALF", { kind: "percent", value: 50 })).body.approvalId).toBeNull();
    expect(await tryOut(await app.signUp(), "HALF")).toBe(199);
    const own = "You made the coupon HALF, so you cannot use it yourself.";
    expect(await tryOut(owner, "HALF")).toBe(own);
    expect(await tryOut(other, "HALF")).toBe(199);
    // Nor can who made it usable again.
    const { _id } = await findCoupon("HALF");
    await confirmAction(app, other, `/api/operator/coupons/${_id}/stop`);
    await confirmAction(app, other, `/api/operator/coupons/${_id}/resumption`);
    expect(await tryOut(other, "HALF")).toBe(own);
    await confirmAction(app, owner, `/api/operator/coupons/${_id}/stop`);
  });

  it("takes a second owner as a list price, also in steps and with the coupons that exist", async () => {
    const basic = await listPriceOf("Basic");
    const steps = [Math.ceil(basic / 2), Math.ceil(basic / 4)];
    for (const step of steps) {
      const asked = await change("Basic", step);
      // Everybody pays half of it with the launch offer.
      expect(asked.body).toMatchObject({ msg: waits, undo: { label: "Withdraw the request" } });
      expect((await approve(asked.body.approvalId)).status).toBe(200);
      expect(await listPriceOf("Basic")).toBe(step);
      app.clock.advance({ minutes: 1 });
    }
    const coming = await change("Basic", basic, addMinutes(app.clock.now(), 60).toISOString());
    const kept = await confirmAction(app, owner, coming.body.undo.path);
    expect([kept.status, kept.body.msg]).toEqual([
      409,
      expect.stringMatching(/^Without it, Basic would cost/),
    ]);
    app.clock.advance({ minutes: 61 });
    await reopenDesks();
    expect(await listPriceOf("Basic")).toBe(basic);
  });

  it("can no longer be approved once its start has passed", async () => {
    const asked = await change("Pro", 10, addMinutes(app.clock.now(), 5).toISOString());
    app.clock.advance({ minutes: 6 });
    const late = await approve(asked.body.approvalId);
    expect([late.status, late.body.msg]).toEqual([
      409,
      expect.stringMatching(/^Something has changed since this was asked for. Decline it/),
    ]);
  });

  it("takes a second owner as a larger founding discount than the settings'", async () => {
    const terms = (discount: number) =>
      confirmAction(app, owner, "/api/operator/founding-terms", { places: 100, discount, startsAt: null });
    expect((await terms(198)).body.msg).toBe(waits);
    expect((await terms(99)).body.approvalId).toBeNull();
    app.clock.advance({ minutes: 1 });
    expect((await terms(100)).body.approvalId).toBeNull();
  });

  it("takes a second owner as more founding places than the settings have", async () => {
    const terms = { places: 1_000_000, discount: 100, startsAt: null };
    expect((await confirmAction(app, owner, "/api/operator/founding-terms", terms)).body.msg).toBe(waits);
  });

  const reopenDesks = () =>
    app.deps.pool.query("update operator_sign_ins set opened_at = $1, confirmed_at = $1", [app.clock.now()]);
});
