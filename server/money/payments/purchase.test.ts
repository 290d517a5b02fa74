import type { Quote } from "@greenroom/contract/money/plans.ts";
import { describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { createTestApp, type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import {
  auditLinesOf,
  buy,
  countMoneyRows,
  createOpenOrder,
  createPaidOrder,
  getSessionCount,
  insertCoupon,
  order,
  pay,
  quote,
  verify,
} from "../../testing/purchases.ts";
import { reconcileDueOrders } from "./reconcile.ts";
import { refundInTransaction } from "./refund.ts";

const app = useTestApp();

describe("purchase", () => {
  describe("a purchase", () => {
    it("leads from order to credits, receipt and mail", async () => {
      const person = await app.signUp({ firstName: "Asha" });
      const opened = await order(app, person, await quote(app, person, "Pro"));
      expect(opened.body).toMatchObject({ amount: 49_900, currency: "INR", msg: "Order created." });
      expect(opened.body.checkout).toMatchObject({
        provider: "sandbox",
        scriptUrl: "/sandbox/checkout.js",
        name: "Greenroom",
        description: "Pro: 3 sessions",
        prefill: { name: "Asha Test", email: person.user.email, contact: "+91 98765 43210" },
      });
      const callback = { ...(await pay(app, opened.body.id)).body, planType: "Pro", newPrice: 499 };
      const verified = await verify(app, person, callback);
      expect([verified.status, verified.body.msg]).toEqual([
        200,
        "✅ Payment successful! 3 sessions added to your account.",
      ]);
      const { body: profile } = await app.get(person, "/api/user/profile");
      expect(profile).toMatchObject({ planType: "Pro", sessionCount: 3 });
      const { body: purchases } = await app.get(person, "/api/user/purchases");
      expect(purchases).toEqual([
        expect.objectContaining({
          planType: "Pro",
          sessions: 3,
          amount: 499,
          currency: "INR",
          status: "captured",
          orderId: opened.body.id,
          paymentId: callback.razorpay_payment_id,
          receipt: expect.stringMatching(/^R-20261120-[0-9A-F]{12}$/),
          lines: [
            { label: "List price", kind: "list", amount: 999 },
            { label: "HAI50", kind: "coupon", amount: -500 },
          ],
        }),
      ]);
      const { body: ledger } = await app.get(person, "/api/user/credits");
      expect(ledger).toEqual([
        expect.objectContaining({ kind: "grant", delta: 3, balance: 3, reason: "Pro plan" }),
      ]);
      await app.runJobs();
      const receipts = await app.mailsTo(person.user.email, /^Receipt/);
      expect(receipts).toHaveLength(1);
      expect(receipts[0]?.text).toContain("HAI50: -₹500.00");
    });

    it("sets the user's plan to the last one bought", async () => {
      const person = await app.signUp();
      await buy(app, person, "Premium");
      app.clock.advance({ minutes: 1 });
      await buy(app, person, "Basic");
      const { body } = await app.get(person, "/api/user/profile");
      expect(body).toMatchObject({ planType: "Basic", sessionCount: 6 });
    });

    it("reuses the open order on another click, at once or later", async () => {
      const person = await app.signUp();
      const quoted = await quote(app, person, "Pro");
      const answers = await Promise.all(Array.from({ length: 8 }, () => order(app, person, quoted)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      app.clock.advance({ minutes: 14 });
      expect((await order(app, person, quoted)).body.id).toBe(answers[0]?.body.id);
      app.clock.advance({ minutes: 1 });
      expect((await order(app, person, quoted)).body.id).toBe(answers[0]?.body.id);
      app.clock.advance({ hours: 24 });
      expect((await order(app, person, quoted)).body.id).not.toBe(answers[0]?.body.id);
    });

    it("honors its quote for fifteen minutes, even when the offer ends meanwhile", async () => {
      const person = await app.signUp();
      const { id, quoted } = await createOpenOrder(app, person, "Premium");
      await app.deps.database
        .updateTable("coupons")
        .set({ endsAt: app.clock.now() })
        .where("code", "=", "HAI50")
        .execute();
      expect((await quote(app, person, "Premium")).newPrice).toBe(1499);
      expect((await order(app, person, quoted)).body.id).toBe(id);
      const other = await app.signUp();
      const refused = await order(app, other, quoted);
      expect([refused.status, refused.body.code]).toEqual([409, "price_changed"]);
      expect(refused.body.details.quote).toMatchObject({ planType: "Premium", newPrice: 1499, coupon: null });
      // What the answer states is what an order takes.
      const { planType, newPrice, amount } = refused.body.details.quote;
      const body = { planType, newPrice, amount };
      const accepted = await app.post(other, "/api/payment/create-order", body);
      expect([accepted.status, accepted.body.amount]).toEqual([200, 149_900]);
      await app.deps.database
        .updateTable("coupons")
        .set({ endsAt: null })
        .where("code", "=", "HAI50")
        .execute();
    });

    it("charges nothing if the payment fails, and can be retried", async () => {
      const person = await app.signUp();
      const { id } = await createOpenOrder(app, person, "Basic");
      const failed = await pay(app, id, "failure");
      expect([failed.status, failed.body.error.description]).toEqual([
        200,
        "Your payment was declined by the bank.",
      ]);
      await app.runJobs();
      expect(await getSessionCount(app, person)).toBe(0);
      const again = { ...(await pay(app, id)).body, planType: "Basic", newPrice: 99 };
      expect((await verify(app, person, again)).status).toBe(200);
      expect(await getSessionCount(app, person)).toBe(1);
    });
  });

  describe("invalid input", () => {
    const stated = { planType: "Pro", newPrice: 499, amount: 499 };
    it.each([
      ["a tampered price", { ...stated, newPrice: 1 }, 409, "price_changed"],
      ["a tampered amount", { ...stated, amount: 1 }, 409, "price_changed"],
      ["both tampered in the same way", { ...stated, newPrice: 1, amount: 1 }, 409, "price_changed"],
      ["paise instead of rupees", { ...stated, amount: 49_900 }, 409, "price_changed"],
      ["a negative price", { ...stated, newPrice: -499, amount: -499 }, 409, "price_changed"],
      ["the price of another plan", { ...stated, planType: "Premium" }, 409, "price_changed"],
      ["the price without its coupon", { ...stated, coupon: "" }, 409, "price_changed"],
      ["an unknown coupon", { ...stated, coupon: "NOSUCH" }, 400, "invalid_input"],
      ["a third decimal", { ...stated, newPrice: 499.001 }, 400, "invalid_input"],
    ])("create-order: %s", async (_case, body, status, code) => {
      const person = await app.signUp();
      const rows = await countMoneyRows(app);
      const answer = await app.post(person, "/api/payment/create-order", body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await countMoneyRows(app)).toEqual(rows);
    });

    const wrong = "Payment verification failed on server. Contact support.";
    it.each([
      ["a wrong signature", { razorpay_signature: "0".repeat(64) }, 400],
      ["a malformed signature", { razorpay_signature: "wrong" }, 400],
      ["another payment's id", { razorpay_payment_id: "pay_AAAAAAAAAAAAAA" }, 400],
      ["another plan", { planType: "Premium" }, 409],
      ["another price", { newPrice: 1 }, 409],
      ["an unknown order", { razorpay_order_id: "order_AAAAAAAAAAAAAA" }, 404],
    ])("verify-payment: %s", async (_case, change, status) => {
      const person = await app.signUp();
      const callback = await createPaidOrder(app, person, "Pro");
      const rows = await countMoneyRows(app);
      const answer = await verify(app, person, { ...callback, ...change });
      expect([answer.status, answer.body.msg]).toEqual([status, wrong]);
      expect(await countMoneyRows(app)).toEqual(rows);
      expect(await getSessionCount(app, person)).toBe(0);
    });
  });
});

describe("receipt", () => {
  async function onlyPurchase(by: SignedUpUser) {
    const { body } = await app.get(by, "/api/user/purchases");
    return body[0];
  }

  function receiptOf(by: SignedUpUser, id: string) {
    return app.get(by, `/api/user/purchases/${id}`);
  }

  describe("a receipt", () => {
    it("names seller, buyer, item, price parts and numbers", async () => {
      const asha = await app.signUp({ firstName: "Asha", lastName: "Rao" });
      await buy(app, asha, "Pro");
      const purchase = await onlyPurchase(asha);
      const { status, body } = await receiptOf(asha, purchase._id);
      expect(status).toBe(200);
      expect(body).toEqual({
        ...purchase,
        seller: { name: "Greenroom", supportEmail: "support@greenroom.example" },
        buyer: { name: "Asha Rao", email: asha.user.email },
        refunds: [],
      });
      expect(body.lines.map(({ amount }: { amount: number }) => amount)).toEqual([999, -500]);
    });

    it("shows refunds, and whether they are on their way", async () => {
      const asha = await app.signUp();
      await buy(app, asha, "Pro");
      const { _id: paymentId, refunded } = await onlyPurchase(asha);
      expect(refunded).toBe(0);
      await inTransaction(app.deps.database, (tx) =>
        refundInTransaction(app.deps, tx, { paymentId, sessions: 1, reason: "Ill", actor: "system" }),
      );
      expect((await onlyPurchase(asha)).refunded).toBe(166.34);
      const refund = { _id: expect.any(String), amount: 166.34, sessions: 1, createdAt: expect.any(String) };
      expect((await receiptOf(asha, paymentId)).body.refunds).toEqual([{ ...refund, status: "pending" }]);
      await app.runJobs();
      const { body } = await receiptOf(asha, paymentId);
      expect(body.refunds).toEqual([{ ...refund, status: "done" }]);
      expect(body).toMatchObject({ status: "captured", amount: 499, refunded: 166.34 });
    });
  });
});

describe("repeated discount", () => {
  const support = "support@greenroom.example";

  /** Runs all jobs, and returns the mails to us about discounts that were used too often. */
  async function notes() {
    await app.runJobs();
    return await app.mailsTo(support, /discount/);
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
  });

  describe("a person who returns to the checkout", () => {
    it.each([16, 23 * 60])("after %i minutes buys at the price that is offered", async (minutes) => {
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
});
