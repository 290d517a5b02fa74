import { createHmac } from "node:crypto";
import type { Quote } from "@greenroom/contract/money/plans.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { callAtOnce } from "../../../testing/postgres/lock-waits.ts";
import {
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
} from "../../../testing/purchases.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ environment: { GREENROOM_FOUNDING_PLACES: "3" } });
});
afterAll(() => app.close());

interface Webhook {
  orderId: string;
  paymentId: string;
  amount: number;
  currency?: string;
  eventId?: string;
  event?: string;
}

function body({ orderId, paymentId, amount, currency = "INR", event = "payment.captured" }: Webhook): string {
  const entity = { id: paymentId, order_id: orderId, amount, currency, status: "captured", notes: [] };
  // The spaces change the signature if a server parses and serializes the body again.
  return JSON.stringify({ event, payload: { payment: { entity } } }, null, 3);
}

function signed(raw: string): string {
  const webhookSecret = app.deps.hmac("sandbox-payments", "webhook-secret").toString("hex");
  return createHmac("sha256", webhookSecret).update(raw).digest("hex");
}

async function sendWebhook(webhook: Webhook, signature?: string) {
  const raw = body(webhook);
  return await app.call("POST", "/api/payment/webhook", {
    body: raw,
    headers: {
      "x-razorpay-signature": signature ?? signed(raw),
      ...(webhook.eventId === undefined ? {} : { "x-razorpay-event-id": webhook.eventId }),
    },
  });
}

describe("exactly once", () => {
  it("with verify and webhook in either order, twenty of each at the same moment", async () => {
    const person = await app.signUp();
    const callback = await createPaidOrder(app, person, "Pro");
    const webhook = {
      orderId: callback.razorpay_order_id,
      paymentId: callback.razorpay_payment_id,
      amount: 49_900,
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [
        verify(app, person, callback),
        sendWebhook({ ...webhook, eventId: index % 2 === 0 ? "evt_same" : `evt_${index}` }),
      ]).flat(),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(await getSessionCount(app, person)).toBe(3);
    await app.runJobs(); // The sandbox's own webhook comes last.
    expect(await getSessionCount(app, person)).toBe(3);
    const mails = await app.mailsTo(person.user.email);
    expect(mails.filter(({ subject }) => subject?.startsWith("Receipt"))).toHaveLength(1);
  });

  it("by webhook alone if the browser closed after paying", async () => {
    const person = await app.signUp();
    const { id } = await createOpenOrder(app, person, "Premium");
    expect((await pay(app, id, "closed")).body).toEqual({ closed: true });
    expect(await getSessionCount(app, person)).toBe(0);
    await app.runJobs();
    expect(await getSessionCount(app, person)).toBe(5);
    // Paying the same order again takes no second payment and returns the first.
    const again = { ...(await pay(app, id)).body, planType: "Premium", newPrice: 749 };
    expect((await verify(app, person, again)).status).toBe(200);
    expect(await getSessionCount(app, person)).toBe(5);
  });

  it("for each payment, if an order is paid twice", async () => {
    const person = await app.signUp();
    const { id } = await createOpenOrder(app, person, "Pro");
    await sendWebhook({ orderId: id, paymentId: "pay_first", amount: 49_900 });
    await sendWebhook({ orderId: id, paymentId: "pay_second", amount: 49_900 });
    await sendWebhook({ orderId: id, paymentId: "pay_first", amount: 49_900, eventId: "evt_late" });
    expect(await getSessionCount(app, person)).toBe(6);
  });
});

describe("the webhook", () => {
  it("refuses a wrong or missing signature, an unreadable body and another content type", async () => {
    const rows = await countMoneyRows(app);
    const webhook = { orderId: "order_x", paymentId: "pay_x", amount: 1 };
    expect((await sendWebhook(webhook, "0".repeat(64))).status).toBe(400);
    expect((await sendWebhook(webhook, "é")).status).toBe(400);
    expect((await app.call("POST", "/api/payment/webhook", { body: body(webhook) })).status).toBe(400);
    for (const raw of ["{", "null", '{"event":"payment.captured"}', '{"event":1}']) {
      const headers = { "x-razorpay-signature": signed(raw) };
      expect((await app.call("POST", "/api/payment/webhook", { body: raw, headers })).status).toBe(400);
    }
    const headers = { "x-razorpay-signature": signed(body(webhook)), "content-type": "text/plain" };
    expect((await app.call("POST", "/api/payment/webhook", { body: body(webhook), headers })).status).toBe(
      415,
    );
    expect(await countMoneyRows(app)).toEqual(rows);
  });

  it("keeps the last declined attempt of an order, in whatever order the attempts arrive", async () => {
    const person = await app.signUp();
    const { id } = await createOpenOrder(app, person, "Pro");
    const rows = await countMoneyRows(app);
    const second = 1_790_000_000;
    const decline = async (createdAt: number, reason: string | null, orderId = id) => {
      const entity = { id: `pay_${createdAt}`, order_id: orderId, amount: 49_900, currency: "INR" };
      const failed = { ...entity, status: "failed", error_description: reason, created_at: createdAt };
      const raw = JSON.stringify({ event: "payment.failed", payload: { payment: { entity: failed } } });
      const headers = { "x-razorpay-signature": signed(raw) };
      return (await app.call("POST", "/api/payment/webhook", { body: raw, headers })).status;
    };
    const declined = async () =>
      await app.deps.database
        .selectFrom("orders")
        .select(["declinedAt", "declineReason", "status"])
        .where("userId", "=", person.user._id)
        .executeTakeFirst();
    expect(await decline(second, "Your card has expired.")).toBe(200);
    expect(await decline(second + 60, "The balance is too low.")).toBe(200);
    expect(await decline(second, "Your card has expired.")).toBe(200);
    const last = { declinedAt: new Date((second + 60) * 1000), declineReason: "The balance is too low." };
    expect(await declined()).toEqual({ ...last, status: "created" });
    expect(await decline(second + 120, null)).toBe(200);
    const unexplained = { declinedAt: new Date((second + 120) * 1000), declineReason: null };
    expect(await declined()).toEqual({ ...unexplained, status: "created" });
    expect(await decline(second, "Another installation's", "order_unknown")).toBe(200);
    expect(await countMoneyRows(app)).toEqual(rows);
  });

  it("returns 200 for events that do not concern us", async () => {
    const rows = await countMoneyRows(app);
    expect((await sendWebhook({ orderId: "order_unknown", paymentId: "pay_x", amount: 1 })).status).toBe(200);
    const other = { orderId: "order_x", paymentId: "pay_x", amount: 1, event: "payment.authorized" };
    expect((await sendWebhook(other)).status).toBe(200);
    expect(await countMoneyRows(app)).toEqual(rows);
  });

  it.each([
    ["amount", { amount: 49_800 }],
    ["currency", { currency: "USD" }],
  ])("grants nothing for another %s than the order's, and records it once", async (_case, change) => {
    const person = await app.signUp();
    const { id } = await createOpenOrder(app, person, "Pro");
    const webhook = { orderId: id, paymentId: `pay_${id}`, amount: 49_900, eventId: `evt_${id}`, ...change };
    expect((await sendWebhook(webhook)).status).toBe(200);
    expect((await sendWebhook(webhook)).status).toBe(200);
    expect(await getSessionCount(app, person)).toBe(0);
    const lines = await app.deps.database
      .selectFrom("auditLog")
      .select(["action", "details"])
      .where("action", "=", "payment.mismatch")
      .execute();
    expect(lines.filter(({ details }) => JSON.stringify(details).includes(`pay_${id}`))).toHaveLength(1);
  });
});

describe("founding places", () => {
  it("the last one goes to one of ten concurrent buyers", async () => {
    await buy(app, await app.signUp(), "Basic");
    await buy(app, await app.signUp(), "Basic");
    const racers: SignedUpUser[] = [];
    for (let count = 0; count < 10; count += 1) racers.push(await app.signUp());
    const quotes = await Promise.all(racers.map((racer) => quote(app, racer, "Basic")));
    expect(new Set(quotes.map(({ newPrice }) => newPrice))).toEqual(new Set([99]));
    const answers = await Promise.all(
      racers.map((racer) => order(app, racer, { planType: "Basic", newPrice: 99 })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect([status, body.code, body.details.quote.newPrice]).toEqual([409, "price_changed", 199]);
    }
  });
});

it("the last use of a limited coupon goes to one of two buyers at the same moment", async () => {
  await insertCoupon(app, { code: "LASTONE", totalLimit: 1 });
  const racers = [await app.signUp(), await app.signUp()];
  const quoted = await Promise.all(racers.map((racer) => quote(app, racer, "Pro", "LASTONE")));
  const answers = await callAtOnce(
    app,
    "orders",
    racers.map((racer, index) => () => order(app, racer, quoted[index] as Quote, "LASTONE")),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});
