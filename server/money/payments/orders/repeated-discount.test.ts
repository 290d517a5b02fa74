import type { Quote } from "@greenroom/contract/money/plans.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { callAtOnce } from "../../../testing/postgres/lock-waits.ts";
import {
  auditLinesOf,
  buy,
  createOpenOrder,
  createPaidOrder,
  getSessionCount,
  insertCoupon,
  order,
  pay,
  quote,
  verify,
} from "../../../testing/purchases.ts";
import { reconcileDueOrders } from "../reconciliation/reconcile-due-orders.ts";

const support = "support@greenroom.example";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Runs all jobs, and returns the mails to us about discounts that were used too often. */
async function notes() {
  await app.runJobs();
  return (await app.mailsTo(support)).filter(({ subject }) => subject?.includes("discount"));
}

async function paymentsOf({ user }: SignedUpUser) {
  const { rows } = await app.deps.pool.query(
    "select id, amount_paise as paise, status from payments where user_id = $1 order by captured_at, id",
    [user._id],
  );
  return rows as { id: string; paise: number; status: string }[];
}

/** Pays an order of ours at the sandbox, and reports it as the page does. */
async function payAndVerify(person: SignedUpUser, { id, quoted }: { id: string; quoted: Quote }) {
  const { planType, newPrice } = quoted;
  const verified = await verify(app, person, { ...(await pay(app, id)).body, planType, newPrice });
  expect(verified.status).toBe(200);
}

/** An order beside another open one of the same plan, as a database of commit 6b64bc83 may contain. */
async function openAnother(person: SignedUpUser, planType: string, coupon?: string) {
  await app.deps.pool.query("update orders set provider = 'hidden' where user_id = $1", [person.user._id]);
  const opened = await createOpenOrder(app, person, planType, coupon);
  await app.deps.pool.query("update orders set provider = 'sandbox' where user_id = $1", [person.user._id]);
  return opened;
}

describe("the founding price", () => {
  it("is paid once by a person who opens an order every sixteen minutes", async () => {
    const person = await app.signUp();
    const opened: { id: string; quoted: Quote }[] = [];
    for (let count = 0; count < 4; count += 1) {
      opened.push(await createOpenOrder(app, person, "Basic"));
      app.clock.advance({ minutes: 16 });
    }
    expect(opened.map(({ quoted }) => quoted.newPrice)).toEqual([99, 99, 99, 99]);
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    await payAndVerify(person, opened[0] as { id: string; quoted: Quote });
    expect((await quote(app, person, "Basic")).newPrice).toBe(199);
    expect(await getSessionCount(app, person)).toBe(1);
  });

  it("holds its place again when the person returns to the order", async () => {
    const small = await createTestApp({ environment: { GREENROOM_FOUNDING_PLACES: "1" } });
    try {
      const [person, other] = [await small.signUp(), await small.signUp()];
      const { id } = await createOpenOrder(small, person, "Basic");
      small.clock.advance({ minutes: 16 });
      expect((await quote(small, other, "Basic")).newPrice).toBe(99);
      expect((await createOpenOrder(small, person, "Basic")).id).toBe(id);
      small.clock.advance({ minutes: 14 });
      expect((await quote(small, other, "Basic")).newPrice).toBe(199);
      small.clock.advance({ minutes: 2 });
      const taken = await createOpenOrder(small, other, "Basic");
      expect([taken.quoted.newPrice, taken.id === id]).toEqual([99, false]);
      expect((await quote(small, person, "Basic")).newPrice).toBe(199);
    } finally {
      await small.close();
    }
  });

  it("paid a second time by the same person is granted, recorded and mailed to us once", async () => {
    const person = await app.signUp();
    const first = await createOpenOrder(app, person, "Basic");
    const second = await openAnother(person, "Basic");
    await payAndVerify(person, first);
    const before = (await notes()).length;
    await payAndVerify(person, second);
    await payAndVerify(person, second);
    expect(await getSessionCount(app, person)).toBe(2);
    const [, again] = await paymentsOf(person);
    const lines = await auditLinesOf(app, `payment:${again?.id}`);
    expect(lines).toEqual([
      expect.objectContaining({
        action: "payment.discount-again",
        actor_user_id: null,
        details: expect.objectContaining({ discounts: ["founding"] }),
      }),
    ]);
    const newNotes = (await notes()).slice(before);
    expect(newNotes).toHaveLength(1);
    expect(newNotes[0]?.text).toContain("₹99.00");
    expect(newNotes[0]?.text).toContain("founding price");
    expect(newNotes[0]?.text).toContain(person.user.email);
  });

  it("paid twice at the same moment is mailed to us once", async () => {
    const person = await app.signUp();
    const first = await createOpenOrder(app, person, "Basic");
    const second = await openAnother(person, "Basic");
    // Counted first, because the sandbox's webhooks are jobs, too.
    const before = (await notes()).length;
    const callbacks: unknown[] = [];
    for (const { id, quoted } of [first, second])
      callbacks.push({ ...(await pay(app, id)).body, planType: "Basic", newPrice: quoted.newPrice });
    const answers = await callAtOnce(
      app,
      "payments",
      callbacks.map((callback) => () => verify(app, person, callback)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await getSessionCount(app, person)).toBe(2);
    expect(await notes()).toHaveLength(before + 1);
  });
});

describe("a coupon once per person", () => {
  it("is not offered for a second plan while an order of the first can still be paid", async () => {
    await insertCoupon(app, { code: "SORRY90", value: 90, perUserLimit: 1 });
    const person = await app.signUp();
    const first = await createOpenOrder(app, person, "Pro", "SORRY90");
    app.clock.advance({ minutes: 16 });
    const refused = await order(app, person, { planType: "Premium", newPrice: 149 }, "SORRY90");
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      "invalid_input",
      [
        {
          path: "coupon",
          msg: "The coupon SORRY90 is held by an order that you have not paid yet. Pay that order, or use the coupon again a day later.",
        },
      ],
    ]);
    expect((await createOpenOrder(app, person, "Pro", "SORRY90")).id).toBe(first.id);
    await payAndVerify(person, first);
    const used = await order(app, person, { planType: "Premium", newPrice: 149 }, "SORRY90");
    expect(used.body.msg).toBe("You have already used the coupon SORRY90.");
  });

  it("is free again for another plan when its order was given up", async () => {
    await insertCoupon(app, { code: "BACK20", value: 20, perUserLimit: 1 });
    const person = await app.signUp();
    await createOpenOrder(app, person, "Pro", "BACK20");
    for (const minutes of [5, 25, 330, 1079]) {
      app.clock.advance({ minutes });
      await reconcileDueOrders(app.deps);
    }
    expect((await order(app, person, { planType: "Basic", newPrice: 319 }, "BACK20")).status).toBe(400);
    app.clock.advance({ minutes: 1 });
    await reconcileDueOrders(app.deps);
    expect((await createOpenOrder(app, person, "Basic", "BACK20")).quoted.newPrice).toBe(319);
  });

  it("used by a late payment besides is granted and mailed to us", async () => {
    await insertCoupon(app, { code: "LATE30", value: 30, perUserLimit: 1 });
    const person = await app.signUp();
    const first = await createOpenOrder(app, person, "Pro", "LATE30");
    app.clock.advance({ hours: 25 });
    await buy(app, person, "Premium", "LATE30");
    const before = (await notes()).length;
    await payAndVerify(person, first);
    expect(await getSessionCount(app, person)).toBe(8);
    const newNotes = (await notes()).slice(before);
    expect(newNotes).toHaveLength(1);
    expect(newNotes[0]?.text).toContain("LATE30");
    expect(newNotes[0]?.text).toContain("limit per person");
  });
});

describe("a coupon with one use in total", () => {
  it("paid late by the first of two people is granted and mailed to us", async () => {
    await insertCoupon(app, { code: "ONLYONE", totalLimit: 1 });
    const [first, second] = [await app.signUp(), await app.signUp()];
    const held = await createOpenOrder(app, first, "Pro", "ONLYONE");
    app.clock.advance({ minutes: 16 });
    await buy(app, second, "Pro", "ONLYONE");
    const gone = await order(app, first, held.quoted, "ONLYONE");
    expect([gone.status, gone.body.msg]).toEqual([400, "The coupon ONLYONE has been used up."]);
    const before = (await notes()).length;
    await payAndVerify(first, held);
    expect(await getSessionCount(app, first)).toBe(3);
    const newNotes = (await notes()).slice(before);
    expect(newNotes).toHaveLength(1);
    expect(newNotes[0]?.text).toContain("ONLYONE");
    expect(await auditLinesOf(app, `payment:${(await paymentsOf(second))[0]?.id}`)).toEqual([]);
  });

  it("paid by two people at the same moment is mailed to us once", async () => {
    await insertCoupon(app, { code: "BOTHPAY", totalLimit: 1 });
    const people = [await app.signUp(), await app.signUp()];
    const before = (await notes()).length;
    const callbacks: unknown[] = [];
    for (const person of people) {
      callbacks.push(await createPaidOrder(app, person, "Pro", "BOTHPAY"));
      app.clock.advance({ minutes: 16 });
    }
    const answers = await callAtOnce(
      app,
      "payments",
      people.map((person, index) => () => verify(app, person, callbacks[index])),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await notes()).toHaveLength(before + 1);
  });

  it("counts one person's unpaid orders of other plans", async () => {
    await insertCoupon(app, { code: "TOTAL1", totalLimit: 1 });
    const person = await app.signUp();
    await createOpenOrder(app, person, "Pro", "TOTAL1");
    app.clock.advance({ minutes: 16 });
    expect((await order(app, person, { planType: "Premium", newPrice: 1349 }, "TOTAL1")).status).toBe(400);
  });
});

describe("a person who returns to the checkout", () => {
  it.each([16, 60, 23 * 60])("after %i minutes buys at the price that is offered", async (minutes) => {
    await insertCoupon(app, { code: `AGAIN${minutes}`, value: 40, perUserLimit: 1 });
    const person = await app.signUp();
    const left = await createOpenOrder(app, person, "Pro", `AGAIN${minutes}`);
    app.clock.advance({ minutes });
    const returned = await createOpenOrder(app, person, "Pro", `AGAIN${minutes}`);
    expect([returned.quoted.newPrice, returned.id]).toEqual([left.quoted.newPrice, left.id]);
    await payAndVerify(person, returned);
    expect(await getSessionCount(app, person)).toBe(3);
  });

  it.each([
    ["Basic", 409],
    ["Pro", 200],
  ])("of %s while the first payment is settled does not hold up the payment", async (planType, status) => {
    const person = await app.signUp();
    const left = await createOpenOrder(app, person, planType);
    const callback = { ...(await pay(app, left.id)).body, planType, newPrice: left.quoted.newPrice };
    app.clock.advance({ minutes: 16 });
    const [verified, returned] = await callAtOnce(app, "payments", [
      () => verify(app, person, callback),
      () => order(app, person, left.quoted),
    ]);
    // The founding price was used a moment ago; the other plan's price holds, for a new order.
    expect([verified?.status, returned?.status]).toEqual([200, status]);
    expect(returned?.body.id).not.toBe(left.id);
  });

  it("after the order was given up gets a new one at the offered price", async () => {
    await insertCoupon(app, { code: "NEXTDAY", value: 40, perUserLimit: 1 });
    const person = await app.signUp();
    const left = await createOpenOrder(app, person, "Pro", "NEXTDAY");
    app.clock.advance({ hours: 25 });
    const returned = await createOpenOrder(app, person, "Pro", "NEXTDAY");
    expect([returned.quoted.newPrice, returned.id === left.id]).toEqual([left.quoted.newPrice, false]);
    await payAndVerify(person, returned);
    expect(await getSessionCount(app, person)).toBe(3);
  });

  it("is asked about for a day from then, so that an unreported payment is found", async () => {
    const person = await app.signUp();
    const { id } = await createOpenOrder(app, person, "Pro");
    app.clock.advance({ hours: 23, minutes: 50 });
    await reconcileDueOrders(app.deps);
    expect((await createOpenOrder(app, person, "Pro")).id).toBe(id);
    app.clock.advance({ minutes: 11 });
    await reconcileDueOrders(app.deps);
    await pay(app, id, "closed"); // The sandbox's webhook is a job, and jobs do not run here.
    app.clock.advance({ minutes: 19 });
    await reconcileDueOrders(app.deps);
    expect(await getSessionCount(app, person)).toBe(3);
  });
});
