import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { buy, createOpenOrder, order, quote } from "../../testing/purchases.ts";
import { confirmAction, previewAction, undoneId } from "../desk.testing.ts";

const app = useTestApp();
let owner: SignedUpUser;
let other: SignedUpUser;
/** Each test begins two hours after the one before, so that the prices which that one set are in the past. */
let start = "2026-11-20T06:30:00.000Z";
beforeEach(async () => {
  start = addMinutes(new Date(start), 120).toISOString();
  app.clock.set(start);
  owner = await app.signUpOperator();
  other = await app.signUpOperator();
});

const prices = async () => await app.read(owner, "/api/operator/prices");
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

describe("a price change", () => {
  it("starts at its moment, is shown before it, and can be withdrawn until then", async () => {
    const startsAt = addMinutes(new Date(start), 60).toISOString();
    const before = await listPriceOf("Premium");
    expect((await change("Premium", 1999, startsAt)).status).toBe(200);
    expect(await listPriceOf("Premium")).toBe(before);
    const coming = (await prices()).plans[2].versions[0];
    expect(coming).toMatchObject({ state: "coming", listPrice: 1999, startsAt });
    expect((await change("Premium", 2099, startsAt)).status).toBe(409);
    app.clock.set(new Date(startsAt));
    expect(await listPriceOf("Premium")).toBe(1999);
    const late = await app.signUpOperator();
    const refused = await confirmAction(app, late, `/api/operator/prices/${coming._id}/withdrawal`);
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      "This has started, so it can only be replaced by another one.",
    ]);
    app.clock.set(start);
    expect((await confirmAction(app, owner, `/api/operator/prices/${coming._id}/withdrawal`)).status).toBe(
      200,
    );
    app.clock.set(new Date(startsAt));
    expect(await listPriceOf("Premium")).toBe(before);
  });

  it("leaves what was quoted to an open order, and asks everybody else again", async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const { id, quoted } = await createOpenOrder(app, person, "Pro");
    const shown = await quote(app, other, "Pro");
    expect((await change("Pro", 1199)).status).toBe(200);
    const continued = await order(app, person, quoted);
    expect([continued.status, continued.body.id]).toEqual([200, id]);
    const refused = await order(app, other, shown);
    expect([refused.body.code, refused.body.details.quote.listPrice]).toEqual(["price_changed", 1199]);
    await buy(app, other, "Pro");
    expect((await prices()).plans[1]).toMatchObject({
      listPrice: 1199,
      visitorPrice: 599,
      versions: [{ state: "current" }],
    });
  });

  it.each([
    ["a negative price", { listPrice: -1 }, "listPrice"],
    ["no price", { listPrice: 0 }, "listPrice"],
    ["part of a rupee", { listPrice: 399.5 }, "listPrice"],
    ["a start that has passed", { startsAt: "2026-11-20T06:00:00Z" }, "startsAt"],
    ["another plan", { planType: "Gold" }, "planType"],
  ])("is refused with %s", async (_what, part, path) => {
    const body = { planType: "Basic", listPrice: 499, startsAt: null, ...part };
    const answer = await previewAction(app, owner, "/api/operator/prices", body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });

  it("is undone by a new version, unless somebody has changed the price since", async () => {
    const person = await app.signUp();
    const before = await listPriceOf("Premium");
    const { undo } = (await change("Premium", 1777)).body;
    const { id, quoted } = await createOpenOrder(app, person, "Premium");
    app.clock.advance({ minutes: 1 });
    const undone = await confirmAction(app, owner, undo.path, undo.body);
    expect([undone.status, await listPriceOf("Premium")]).toEqual([200, before]);
    // The open order keeps the price of its quote.
    const continued = await order(app, person, quoted);
    expect([continued.status, continued.body.id]).toEqual([200, id]);
    const late = await confirmAction(app, owner, undo.path, undo.body);
    expect([late.status, late.body.msg]).toEqual([
      409,
      "This was changed again since. Look at the versions.",
    ]);
  });

  it("of founding places replaces the settings", async () => {
    const body = { places: 0, discount: 100, startsAt: null };
    const plain = await app.signUp();
    expect((await quote(app, plain, "Basic")).newPrice).toBe(99);
    const changed = await confirmAction(app, owner, "/api/operator/founding-terms", body);
    expect((await quote(app, plain, "Basic")).newPrice).toBe(199);
    expect((await prices()).founding).toMatchObject({
      places: 0,
      versions: [{ state: "current", discount: 100 }],
    });
    app.clock.advance({ minutes: 1 });
    const { undo } = changed.body;
    expect((await confirmAction(app, owner, undo.path, undo.body)).status).toBe(200);
    expect((await quote(app, plain, "Basic")).newPrice).toBe(99);
    expect((await prices()).founding).toMatchObject({ places: 100, discount: 100 });
    expect((await confirmAction(app, owner, undo.path, undo.body)).status).toBe(409);
  });
});

describe("coupons at the desk", () => {
  const coupon = {
    code: "diwali-25",
    kind: "percent",
    value: 25,
    plans: ["Pro"],
    endsAt: null,
    totalLimit: 10,
    perUserLimit: 1,
  };

  it("are warned of when a visitor would pay more with them, and refused by their field", async () => {
    const preview = (value: number) =>
      previewAction(app, owner, "/api/operator/coupons", {
        ...coupon,
        code: "TINY",
        kind: "percent",
        value,
        plans: null,
      });
    const careful = (await preview(1)).body.lines.find(({ label }: { label: string }) => label === "Careful");
    expect(careful.text).toMatch(/would cost more with the coupon/);
    const whole = (await preview(95)).body.lines;
    expect(whole.some(({ label }: { label: string }) => label === "Careful")).toBe(false);
    const refused = await preview(150);
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: "value", msg: "A percentage is at most 100." }],
    ]);
  });

  describe("with a fixed discount", () => {
    const fixed = (code: string, value: number) =>
      confirmAction(app, owner, "/api/operator/coupons", {
        ...{ ...coupon, code, kind: "fixed", value, plans: ["Premium"], endsAt: null },
      });
    const stop = (id: string) => confirmAction(app, owner, `/api/operator/coupons/${id}/stop`);

    it("refuse a list price that they would bring below one rupee, until they are stopped", async () => {
      await approve((await fixed("SAVE-1200", 1200)).body.approvalId);
      const low = await change("Premium", 1200);
      const msg =
        "The coupon SAVE-1200 takes ₹1,200 off Premium, which leaves less than ₹1. Choose at least ₹1,201, or stop the coupon first.";
      expect([low.status, low.body.details]).toEqual([400, [{ path: "listPrice", msg }]]);
      await stop((await findCoupon("SAVE-1200"))._id);
      const startsAt = addMinutes(app.clock.now(), 60).toISOString();
      const lowered = await change("Premium", 1200, startsAt);
      expect((await approve(lowered.body.approvalId)).status).toBe(200);
      const coming = (await prices()).plans[2].versions[0];
      await confirmAction(app, owner, `/api/operator/prices/${coming._id}/withdrawal`);
    });

    it("are refused when a planned list price leaves no room for them", async () => {
      const startsAt = addMinutes(app.clock.now(), 60).toISOString();
      await approve((await change("Premium", 1000, startsAt)).body.approvalId);
      const refused = await fixed("SAVE-1000", 1000);
      expect([refused.status, refused.body.details[0].msg]).toEqual([
        400,
        expect.stringContaining("its list price will be ₹1,000"),
      ]);
      const coming = (await prices()).plans[2].versions[0];
      await confirmAction(app, owner, `/api/operator/prices/${coming._id}/withdrawal`);
    });
  });

  it("are made, used and stopped", async () => {
    const preview = await previewAction(app, owner, "/api/operator/coupons", coupon);
    expect(preview.body.lines[0]).toEqual({ label: "Basic", text: "The coupon does not apply." });
    const reduced = Math.floor((await listPriceOf("Pro")) * 0.75);
    expect(preview.body.lines[1].text).toMatch(new RegExp(`^₹${reduced}\\.00 with the coupon`));
    const created = await confirmAction(app, owner, "/api/operator/coupons", coupon);
    expect(created.status).toBe(200);
    const person = await app.signUp();
    await buy(app, person, "Pro", "DIWALI-25");
    const list = async () => await app.read(owner, "/api/operator/coupons");
    const [made] = await list();
    expect(made).toMatchObject({
      _id: undoneId(created),
      code: "DIWALI-25",
      value: 25,
      plans: ["Pro"],
      uses: 1,
      state: "active",
    });
    const again = await confirmAction(app, owner, "/api/operator/coupons", coupon);
    expect([again.status, again.body.details[0].path]).toEqual([409, "code"]);
    expect((await confirmAction(app, owner, `/api/operator/coupons/${made._id}/stop`)).status).toBe(200);
    expect((await confirmAction(app, owner, `/api/operator/coupons/${made._id}/stop`)).status).toBe(409);
    expect((await list())[0].state).toBe("stopped");
  });

  it("are resumed after a stop, unless they have ended", async () => {
    const code = "RESUME-1";
    await confirmAction(app, owner, "/api/operator/coupons", {
      ...coupon,
      code,
      endsAt: "2026-11-25T00:00:00Z",
    });
    const find = async (wanted: string): Promise<{ _id: string; state: string }> =>
      (await app.read(owner, "/api/operator/coupons")).find((row: { code: string }) => row.code === wanted);
    const { _id } = await find(code);
    const resume = (id = _id) => confirmAction(app, owner, `/api/operator/coupons/${id}/resumption`);
    expect((await resume()).body.msg).toBe(`The coupon ${code} is not stopped.`);
    await confirmAction(app, owner, `/api/operator/coupons/${_id}/stop`);
    expect((await resume()).body.msg).toBe(`The coupon ${code} can be used again.`);
    expect((await find(code)).state).toBe("active");
    const { rows } = await app.deps.pool.query(
      "select action from audit_log where subject = $1 order by id",
      [`coupon:${_id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual(["coupon.made", "coupon.stopped", "coupon.resumed"]);

    await confirmAction(app, owner, `/api/operator/coupons/${_id}/stop`);
    await app.deps.pool.query(
      "update coupons set starts_at = $1::timestamptz - interval '1 hour', ends_at = $1 where id = $2",
      [app.clock.now(), _id],
    );
    const ended = await resume();
    expect([ended.status, ended.body.msg]).toEqual([409, `The coupon ${code} has ended. Make a new one.`]);
  });

  it("stay stopped when the undo of a stop comes after a later one", async () => {
    const code = "STOPPED-TWICE";
    const made = await confirmAction(app, owner, "/api/operator/coupons", { ...coupon, code });
    const stop = async () => (await confirmAction(app, owner, made.body.undo.path)).body.undo;
    const undo = ({ path, body }: { path: string; body: object }) => confirmAction(app, owner, path, body);
    const first = await stop();
    expect((await undo(first)).body.msg).toBe(`The coupon ${code} can be used again.`);
    app.clock.advance({ minutes: 1 });
    const later = await stop();
    const late = await undo(first);
    expect([late.status, late.body.msg]).toEqual([
      409,
      `The coupon ${code} was stopped again in the meantime, so this was not undone.`,
    ]);
    expect((await undo(later)).status).toBe(200);
  });

  it.each([
    ["more rupees than a plan costs", { kind: "fixed", value: 399, plans: null }, "value"],
    ["more than 100 percent", { value: 101 }, "value"],
    ["nothing off", { value: 0 }, "value"],
    ["a code with a space", { code: "BIG SALE" }, "code"],
    ["an end that has passed", { endsAt: "2026-11-20T06:00:00Z" }, "endsAt"],
  ])("are refused with %s", async (_what, part, path) => {
    const answer = await previewAction(app, owner, "/api/operator/coupons", {
      ...coupon,
      code: "NEW-ONE",
      ...part,
    });
    expect([answer.status, answer.body.details[0].path]).toEqual([400, path]);
  });
});
