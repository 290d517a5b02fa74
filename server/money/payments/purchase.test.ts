import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import {
  buy,
  countMoneyRows,
  createOpenOrder,
  createPaidOrder,
  getSessionCount,
  order,
  pay,
  quote,
  verify,
} from "../../testing/purchases.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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
    const { body: profile } = await app.call("GET", "/api/user/profile", { token: person.token });
    expect(profile).toMatchObject({ planType: "Pro", sessionCount: 3 });
    const { body: purchases } = await app.call("GET", "/api/user/purchases", { token: person.token });
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
    const { body: ledger } = await app.call("GET", "/api/user/credits", { token: person.token });
    expect(ledger).toEqual([
      expect.objectContaining({ kind: "grant", delta: 3, balance: 3, reason: "Pro plan" }),
    ]);
    await app.runJobs();
    const receipts = (await app.mailsTo(person.user.email)).filter(({ subject }) =>
      subject?.startsWith("Receipt"),
    );
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.text).toContain("HAI50: -₹500.00");
  });

  it("sets the user's plan to the last one bought", async () => {
    const person = await app.signUp();
    await buy(app, person, "Premium");
    app.clock.advance({ minutes: 1 });
    await buy(app, person, "Basic");
    const { body } = await app.call("GET", "/api/user/profile", { token: person.token });
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
    const accepted = await app.call("POST", "/api/payment/create-order", { token: other.token, body });
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

describe("when the provider is down", () => {
  it("returns 503, holds nothing, and the next attempt works", async () => {
    const person = await app.signUp();
    const quoted = await quote(app, person, "Basic");
    const { openOrder } = app.deps.payments;
    app.deps.payments.openOrder = () =>
      Promise.reject(new AppError("unavailable", { msg: "away", retryAfterSeconds: 7 }));
    const refused = await order(app, person, quoted);
    app.deps.payments.openOrder = () => Promise.reject(new TypeError("fetch failed"));
    const alsoRefused = await order(app, person, quoted);
    app.deps.payments.openOrder = openOrder;
    expect([refused.status, refused.body.msg, refused.headers.get("retry-after")]).toEqual([
      503,
      "Failed to create payment order.",
      "7",
    ]);
    expect([alsoRefused.status, alsoRefused.headers.get("retry-after")]).toEqual([503, "10"]);
    const left = await app.deps.database
      .selectFrom("orders")
      .select("status")
      .where("userId", "=", person.user._id)
      .execute();
    expect(left.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect((await order(app, person, quoted)).status).toBe(200);
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
    ["a price as text", { ...stated, newPrice: "499" }, 400, "invalid_input"],
    ["a third decimal", { ...stated, newPrice: 499.001 }, 400, "invalid_input"],
    ["a huge number", { ...stated, newPrice: 1e308 }, 400, "invalid_input"],
    ["an unknown key", { ...stated, credits: 5 }, 400, "invalid_input"],
    ["no plan", { newPrice: 499, amount: 499 }, 400, "invalid_input"],
    ["broken JSON", '{"planType":', 400, "invalid_input"],
    ["deep JSON", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, 400, "invalid_input"],
    ["a megabyte", JSON.stringify({ planType: "x".repeat(1_000_000) }), 413, "payload_too_large"],
  ])("create-order: %s", async (_case, body, status, code) => {
    const person = await app.signUp();
    const rows = await countMoneyRows(app);
    const answer = await app.call("POST", "/api/payment/create-order", { token: person.token, body });
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

  it("does not let a user settle another user's order", async () => {
    const [person, other] = [await app.signUp(), await app.signUp()];
    const callback = await createPaidOrder(app, person, "Pro");
    const answer = await verify(app, other, callback);
    expect([answer.status, answer.body.msg]).toEqual([404, wrong]);
    expect(await getSessionCount(app, other)).toBe(0);
  });

  it("counts orders toward a limit", async () => {
    const limited = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
    try {
      const person = await limited.signUp();
      const quoted = await quote(limited, person, "Pro");
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1) {
        const answer = await order(limited, person, quoted);
        statuses.push(answer.status);
        if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([...Array(30).fill(200), 429]);
    } finally {
      await limited.close();
    }
  });
});
