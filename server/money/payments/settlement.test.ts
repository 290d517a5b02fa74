import { createHmac } from "node:crypto";
import type { Quote } from "@greenroom/contract/money/plans.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createTestApp,
  deleteOwnAccount,
  type SignedUpUser,
  type TestApp,
  testNow,
  useBeforeEach,
  useTestApp,
} from "../../testing/app.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import {
  type LocalRazorpay,
  type RazorpayFault,
  startLocalRazorpay,
} from "../../testing/providers/razorpay.ts";
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
import { reconcileDueOrders, reconcileOrder, selectDueOrders } from "./reconcile.ts";

describe("settlement", () => {
  const app = useTestApp({ environment: { GREENROOM_FOUNDING_PLACES: "3" } });

  interface Webhook {
    orderId: string;
    paymentId: string;
    amount: number;
    currency?: string;
    eventId?: string;
    event?: string;
  }

  function body({
    orderId,
    paymentId,
    amount,
    currency = "INR",
    event = "payment.captured",
  }: Webhook): string {
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
      expect(await app.mailsTo(person.user.email, /^Receipt/)).toHaveLength(1);
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
      expect((await sendWebhook({ orderId: "order_unknown", paymentId: "pay_x", amount: 1 })).status).toBe(
        200,
      );
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
      const webhook = {
        orderId: id,
        paymentId: `pay_${id}`,
        amount: 49_900,
        eventId: `evt_${id}`,
        ...change,
      };
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

  it("the last founding place goes to one of ten concurrent buyers", async () => {
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
});

describe("reconciliation", () => {
  const support = "support@greenroom.example";

  async function notes(app: TestApp, word: string) {
    await app.runJobs();
    return (await app.mailsTo(support)).filter(({ subject }) => subject?.includes(word));
  }

  async function auditLines(app: TestApp, action: string) {
    return await app.deps.database.selectFrom("auditLog").selectAll().where("action", "=", action).execute();
  }

  describe("with the sandbox", () => {
    const app = useTestApp();

    it("refunds a payment whole that arrives after its buyer deleted the account, and tells us", async () => {
      const person = await app.signUp();
      const userId = person.user._id;
      const { id } = await createOpenOrder(app, person, "Basic");
      await deleteOwnAccount(app, person);
      await pay(app, id, "closed"); // Its webhook is a job.
      await app.runJobs();
      app.clock.advance({ minutes: 5 });
      await reconcileDueOrders(app.deps);
      await app.runJobs();

      const { rows: payments } = await app.deps.pool.query(
        "select id, status, amount_paise from payments where user_id = $1",
        [userId],
      );
      expect(payments).toEqual([{ id: expect.any(String), status: "refunded", amount_paise: 9_900 }]);
      const { rows: refunds } = await app.deps.pool.query(
        "select status, amount_paise, sessions from refunds where user_id = $1",
        [userId],
      );
      expect(refunds).toEqual([{ status: "done", amount_paise: 9_900, sessions: 1 }]);
      const { rows: left } = await app.deps.pool.query(
        "select count(*)::int as count from credits where user_id = $1 and status <> 'refunded'",
        [userId],
      );
      expect(left).toEqual([{ count: 0 }]);
      expect(await auditLinesOf(app, `payment:${payments[0].id}`)).toMatchObject([
        { action: "payment.refunded", details: { amountPaise: 9_900 } },
      ]);
      const { rows: members } = await app.deps.pool.query("select from founding_members where user_id = $1", [
        userId,
      ]);
      expect(members).toEqual([]);

      const notes = await app.mailsTo(app.deps.config.business.supportEmail, /deleted account/);
      expect(notes).toHaveLength(1);
      expect(notes[0]?.text).toContain("₹99.00");
      expect(notes[0]?.text).toContain(payments[0].id);
      expect(await app.mailsTo(`deleted-${userId}@deleted.invalid`)).toEqual([]);
    });

    it("finds an unreported payment five minutes after the order, not earlier", async () => {
      const person = await app.signUp();
      const { id } = await createOpenOrder(app, person, "Pro");
      await pay(app, id, "closed"); // The sandbox's webhook is a job, and jobs do not run here.
      app.clock.advance({ minutes: 4 });
      await reconcileDueOrders(app.deps);
      expect(await getSessionCount(app, person)).toBe(0);
      app.clock.advance({ minutes: 1 });
      await Promise.all([reconcileDueOrders(app.deps), reconcileDueOrders(app.deps)]);
      expect(await getSessionCount(app, person)).toBe(3);
      await app.runJobs();
      expect(await getSessionCount(app, person)).toBe(3);
    });

    it("checks at 5 min, 30 min, 6 h and 24 h, then gives up and mails us once; a late payment still counts", async () => {
      app.clock.set(testNow);
      const person = await app.signUp();
      const { id } = await createOpenOrder(app, person, "Premium");
      const asked: number[] = [];
      for (const minutes of [0, 4, 5, 6, 29, 30, 31, 359, 360, 361, 1439, 1440, 1441, 3000]) {
        app.clock.set(new Date(Date.parse(testNow) + minutes * 60_000));
        const { checks: before } = await checksOf(app, id);
        await reconcileDueOrders(app.deps);
        if ((await checksOf(app, id)).checks !== before) asked.push(minutes);
      }
      expect(asked).toEqual([5, 30, 360, 1440]);
      expect(await checksOf(app, id)).toMatchObject({ nextCheckAt: null, givenUpAt: expect.any(Date) });
      expect(await notes(app, "given up")).toHaveLength(1);
      expect(await auditLines(app, "order.given-up")).toMatchObject([{ actor: "system" }]);
      await pay(app, id, "closed");
      await app.runJobs();
      expect(await getSessionCount(app, person)).toBe(5);
    });
  });

  describe("with Razorpay", () => {
    let app: TestApp;
    let localRazorpay: LocalRazorpay;
    const person = useBeforeEach(() => app.signUp());
    beforeAll(async () => {
      localRazorpay = await startLocalRazorpay();
      app = await createTestApp({ environment: localRazorpay.settings });
    });
    afterAll(async () => {
      await app.close();
      await localRazorpay.close();
    });
    beforeEach(async () => {
      // Only the orders of the test itself are due.
      await app.deps.pool.query("update orders set next_check_at = null");
    });

    async function checkAfter(minutes: number) {
      app.clock.advance({ minutes });
      await reconcileDueOrders(app.deps);
    }
    async function sendWebhook(webhook: { rawBody: string; headers: Record<string, string> }) {
      return await app.call("POST", "/api/payment/webhook", {
        body: webhook.rawBody,
        headers: webhook.headers,
      });
    }

    it("completes a purchase like the sandbox: order, callback, webhook twice, granted once", async () => {
      const { id, quoted } = await createOpenOrder(app, person, "Pro");
      const paid = localRazorpay.store.pay(id, "success");
      const callback = {
        ...localRazorpay.callback(paid),
        planType: quoted.planType,
        newPrice: quoted.newPrice,
      };
      expect((await verify(app, person, callback)).status).toBe(200);
      for (const _time of [1, 2]) expect((await sendWebhook(localRazorpay.webhook(paid))).status).toBe(200);
      expect(await getSessionCount(app, person)).toBe(3);
      expect(localRazorpay.store.getOrder(id)).toMatchObject({
        amount: 49_900,
        receipt: expect.stringMatching(/^R-.{21}$/),
      });
    });

    it("captures a payment that the bank authorized late", async () => {
      const { id } = await createOpenOrder(app, person, "Pro");
      localRazorpay.store.pay(id, "failure");
      const late = localRazorpay.store.pay(id, "authorized");
      await checkAfter(5);
      expect(localRazorpay.store.getPayment(late.id).status).toBe("captured");
      expect(await getSessionCount(app, person)).toBe(3);
    });

    it("captures nothing for a deleted account, and returns a payment that was captured elsewhere", async () => {
      const { id } = await createOpenOrder(app, person, "Pro");
      const late = localRazorpay.store.pay(id, "authorized");
      await deleteOwnAccount(app, person);
      await checkAfter(5);
      await app.runJobs();
      expect(localRazorpay.store.getPayment(late.id).status).toBe("authorized");
      const payments = async () => {
        const { rows } = await app.deps.pool.query("select status from payments where user_id = $1", [
          person.user._id,
        ]);
        return rows;
      };
      expect(await payments()).toEqual([]);
      // A payment that was captured elsewhere is found by the next check, and goes back.
      localRazorpay.store.capture(late.id, late);
      await checkAfter(25);
      expect(await payments()).toEqual([{ status: "refunded" }]);
    });

    it("grants a captured payment and leaves an authorized one of the same order alone", async () => {
      const { id } = await createOpenOrder(app, person, "Pro");
      const hanging = localRazorpay.store.pay(id, "authorized");
      localRazorpay.store.pay(id, "success");
      await checkAfter(5);
      expect(await getSessionCount(app, person)).toBe(3);
      expect(localRazorpay.store.getPayment(hanging.id).status).toBe("authorized");
    });

    it("captures another authorized payment of an order if the provider refuses to capture the first, and only one", async () => {
      const { id } = await createOpenOrder(app, person, "Pro");
      const [refused, taken, spare] = [1, 2, 3].map(() => localRazorpay.store.pay(id, "authorized"));
      if (refused === undefined || taken === undefined || spare === undefined) throw new Error("no payments");
      localRazorpay.store.uncapturable.add(refused.id);
      await checkAfter(5);
      expect(await getSessionCount(app, person)).toBe(3);
      const statuses = [refused, taken, spare].map(
        (payment) => localRazorpay.store.getPayment(payment.id).status,
      );
      expect(statuses).toEqual(["authorized", "captured", "authorized"]);
    });

    it("asks again about an order whose authorized payment cannot be captured, and gives it up as unpaid", async () => {
      const { id } = await createOpenOrder(app, person, "Pro");
      localRazorpay.store.uncapturable.add(localRazorpay.store.pay(id, "authorized").id);
      await expect(checkAfter(5)).rejects.toThrow("could not be checked");
      expect(await checksOf(app, id)).toMatchObject({ nextCheckAt: expect.any(Date) });
      await expect(checkAfter(49 * 60)).rejects.toThrow("could not be checked");
      const { text } =
        (await notes(app, "given up")).find((note) => note.text?.includes(person.user.email)) ?? {};
      expect(text).toContain("has no captured payment");
      expect(text).not.toContain("could not reach");
    });

    it.each<RazorpayFault>(["cut", 429, 500, "malformed", "other-shape"])(
      "%s at the check: it is retried a minute later, and the credits are granted once",
      async (fault) => {
        const { id } = await createOpenOrder(app, person, "Basic");
        localRazorpay.store.pay(id, "success");
        app.clock.advance({ minutes: 5 });
        localRazorpay.fail(fault);
        await expect(reconcileDueOrders(app.deps)).rejects.toThrow("could not be checked");
        expect(await getSessionCount(app, person)).toBe(0);
        app.clock.advance({ minutes: 1 });
        await reconcileDueOrders(app.deps);
        await reconcileDueOrders(app.deps);
        expect(await getSessionCount(app, person)).toBe(1);
      },
    );

    it.each<RazorpayFault>(["cut", "lost-answer", 429, 500, "malformed", "other-shape", "redirect"])(
      "%s when an order is opened: the pinned sentence, nothing held, and the next click works",
      async (fault) => {
        const quoted = await quote(app, person, "Basic");
        localRazorpay.fail(fault);
        const refused = await order(app, person, quoted);
        expect([refused.status, refused.body.msg]).toEqual([503, "Failed to create payment order."]);
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
        expect((await order(app, person, quoted)).status).toBe(200);
      },
    );

    it("an order whose check fails does not delay others", async () => {
      const first = await createOpenOrder(app, person, "Basic");
      const other = await app.signUp();
      const second = await createOpenOrder(app, other, "Basic");
      localRazorpay.store.pay(second.id, "success");
      localRazorpay.store.orders.delete(first.id);
      await expect(checkAfter(5)).rejects.toThrow("1 of ");
      expect(await getSessionCount(app, other)).toBe(1);
      await expect(checkAfter(49 * 60)).rejects.toThrow("1 of");
      await expect(reconcileDueOrders(app.deps)).resolves.toBeUndefined();
      const note = (await notes(app, "given up")).find(({ text }) => text?.includes(person.user.email));
      expect(note?.text).toContain("For two days");
    });

    it("a running check does not reschedule an order that was given up", async () => {
      const { id } = await createOpenOrder(app, person, "Basic");
      app.clock.advance({ hours: 49 });
      const now = app.clock.now();
      const all = await selectDueOrders(app.deps.database, { provider: "razorpay", now, limit: 100 });
      const due = all.find(({ providerOrderId }) => providerOrderId === id);
      if (due === undefined) throw new Error("nothing is due");
      localRazorpay.fail("cut");
      await expect(reconcileOrder(app.deps, due)).rejects.toMatchObject({ code: "unavailable" });
      await reconcileOrder(app.deps, due);
      expect(await checksOf(app, id)).toMatchObject({ nextCheckAt: null, givenUpAt: expect.any(Date) });
    });

    it("a payment with another amount grants nothing, and is reported once", async () => {
      const { id } = await createOpenOrder(app, person, "Basic");
      const paid = localRazorpay.store.pay(id, "success");
      paid.amount -= 100;
      await checkAfter(5);
      await checkAfter(25);
      await sendWebhook(localRazorpay.webhook(paid));
      expect(await getSessionCount(app, person)).toBe(0);
      expect(await notes(app, paid.id)).toHaveLength(1);
      expect(await auditLines(app, "payment.mismatch")).toHaveLength(1);
    });

    it("a payment waits on Today with its amount, even if that is larger than any price", async () => {
      const { id } = await createOpenOrder(app, person, "Basic");
      const paid = localRazorpay.store.pay(id, "success");
      await sendWebhook(localRazorpay.webhook({ ...paid, amount: 3_000_000_000 }));
      const { token } = await app.signUpOperator();
      const { body } = await app.get({ token }, "/api/operator/today");
      expect(body.lines.find(({ kind }: { kind: string }) => kind === "payment-mismatch").detail).toMatch(
        `₹3,00,00,000 was paid instead of ₹99, payment ${paid.id}`,
      );
    });
  });

  async function checksOf(app: TestApp, providerOrderId: string) {
    return await app.deps.database
      .selectFrom("orders")
      .select(["checks", "nextCheckAt", "givenUpAt"])
      .where("providerOrderId", "=", providerOrderId)
      .executeTakeFirstOrThrow();
  }
});
