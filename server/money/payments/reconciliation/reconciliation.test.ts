import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../../testing/app.ts";
import { deleteOwnAccount } from "../../../testing/delete-account.ts";
import {
  type LocalRazorpay,
  type RazorpayFault,
  startLocalRazorpay,
} from "../../../testing/providers/razorpay.ts";
import { createOpenOrder, getSessionCount, order, pay, quote, verify } from "../../../testing/purchases.ts";
import { reconcileDueOrders } from "./reconcile-due-orders.ts";
import { reconcileOrder } from "./reconcile-order.ts";
import { selectDueOrders } from "./reconciliation-store.ts";

const support = "support@greenroom.example";

async function notes(app: TestApp, word: string) {
  await app.runJobs();
  return (await app.mailsTo(support)).filter(({ subject }) => subject?.includes(word));
}

async function auditLines(app: TestApp, action: string) {
  return await app.deps.database.selectFrom("auditLog").selectAll().where("action", "=", action).execute();
}

describe("with the sandbox", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

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
  let person: SignedUpUser;
  beforeAll(async () => {
    localRazorpay = await startLocalRazorpay();
    app = await createTestApp({ environment: localRazorpay.settings });
  });
  afterAll(async () => {
    await app.close();
    await localRazorpay.close();
  });
  beforeEach(async () => {
    person = await app.signUp();
    // Only the orders of the test itself are due.
    await app.deps.pool.query("update orders set next_check_at = null");
  });

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
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
    expect(localRazorpay.store.getPayment(late.id).status).toBe("captured");
    expect(await getSessionCount(app, person)).toBe(3);
  });

  it("captures nothing for a deleted account, and returns a payment that was captured elsewhere", async () => {
    const { id } = await createOpenOrder(app, person, "Pro");
    const late = localRazorpay.store.pay(id, "authorized");
    await deleteOwnAccount(app, person);
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
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
    app.clock.advance({ minutes: 25 });
    await reconcileDueOrders(app.deps);
    expect(await payments()).toEqual([{ status: "refunded" }]);
  });

  it("grants a captured payment and leaves an authorized one of the same order alone", async () => {
    const { id } = await createOpenOrder(app, person, "Pro");
    const hanging = localRazorpay.store.pay(id, "authorized");
    localRazorpay.store.pay(id, "success");
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
    expect(await getSessionCount(app, person)).toBe(3);
    expect(localRazorpay.store.getPayment(hanging.id).status).toBe("authorized");
  });

  it("captures another authorized payment of an order if the provider refuses to capture the first, and only one", async () => {
    const { id } = await createOpenOrder(app, person, "Pro");
    const [refused, taken, spare] = [1, 2, 3].map(() => localRazorpay.store.pay(id, "authorized"));
    if (refused === undefined || taken === undefined || spare === undefined) throw new Error("no payments");
    localRazorpay.store.uncapturable.add(refused.id);
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
    expect(await getSessionCount(app, person)).toBe(3);
    const statuses = [refused, taken, spare].map(
      (payment) => localRazorpay.store.getPayment(payment.id).status,
    );
    expect(statuses).toEqual(["authorized", "captured", "authorized"]);
  });

  it("asks again about an order whose authorized payment cannot be captured, and gives it up as unpaid", async () => {
    const { id } = await createOpenOrder(app, person, "Pro");
    localRazorpay.store.uncapturable.add(localRazorpay.store.pay(id, "authorized").id);
    app.clock.advance({ minutes: 5 });
    await expect(reconcileDueOrders(app.deps)).rejects.toThrow("could not be checked");
    expect(await checksOf(app, id)).toMatchObject({ nextCheckAt: expect.any(Date) });
    app.clock.advance({ hours: 49 });
    await expect(reconcileDueOrders(app.deps)).rejects.toThrow("could not be checked");
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
    app.clock.advance({ minutes: 5 });
    await expect(reconcileDueOrders(app.deps)).rejects.toThrow("1 of ");
    expect(await getSessionCount(app, other)).toBe(1);
    app.clock.advance({ hours: 49 });
    await expect(reconcileDueOrders(app.deps)).rejects.toThrow("1 of");
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
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
    app.clock.advance({ minutes: 25 });
    await reconcileDueOrders(app.deps);
    await sendWebhook(localRazorpay.webhook(paid));
    expect(await getSessionCount(app, person)).toBe(0);
    expect(await notes(app, paid.id)).toHaveLength(1);
    expect(await auditLines(app, "payment.mismatch")).toHaveLength(1);
  });
});

async function checksOf(app: TestApp, providerOrderId: string) {
  return await app.deps.database
    .selectFrom("orders")
    .select(["checks", "nextCheckAt", "givenUpAt"])
    .where("providerOrderId", "=", providerOrderId)
    .executeTakeFirstOrThrow();
}
