import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp, testNow } from "../../testing/app.ts";
import { type Fault, type RazorpayPeer, startRazorpayPeer } from "../../testing/peers/razorpay.ts";
import { openedOrder, order, pay, quote, sessionsOf, verify } from "../../testing/purchases.ts";
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

  it("finds a payment that nobody told of, five minutes after the order and not before", async () => {
    const person = await app.signUp();
    const { id } = await openedOrder(app, person, "Pro");
    await pay(app, id, "closed"); // Its webhook waits among the jobs, which do not run.
    app.clock.advance({ minutes: 4 });
    await reconcileDueOrders(app.deps);
    expect(await sessionsOf(app, person)).toBe(0);
    app.clock.advance({ minutes: 1 });
    await Promise.all([reconcileDueOrders(app.deps), reconcileDueOrders(app.deps)]);
    expect(await sessionsOf(app, person)).toBe(3);
    await app.runJobs();
    expect(await sessionsOf(app, person)).toBe(3);
  });

  it("asks at 5 min, 30 min, 6 h and 24 h, then gives up and tells us once; a late payment counts all the same", async () => {
    app.clock.set(testNow);
    const person = await app.signUp();
    const { id } = await openedOrder(app, person, "Premium");
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
    expect(await sessionsOf(app, person)).toBe(5);
  });
});

describe("with Razorpay", () => {
  let app: TestApp;
  let peer: RazorpayPeer;
  let person: SignedUp;
  beforeAll(async () => {
    peer = await startRazorpayPeer();
    app = await createTestApp({ environment: peer.settings });
  });
  afterAll(async () => {
    await app.close();
    await peer.close();
  });
  beforeEach(async () => {
    person = await app.signUp();
  });

  async function tell(webhook: { rawBody: string; headers: Record<string, string> }) {
    return await app.call("POST", "/api/payment/webhook", {
      body: webhook.rawBody,
      headers: webhook.headers,
    });
  }

  it("buys as with the sandbox: order, callback, webhook twice, once granted", async () => {
    const { id, quoted } = await openedOrder(app, person, "Pro");
    const paid = peer.books.pay(id, "success");
    const callback = { ...peer.callback(paid), planType: quoted.planType, newPrice: quoted.newPrice };
    expect((await verify(app, person, callback)).status).toBe(200);
    for (const _time of [1, 2]) expect((await tell(peer.webhook(paid))).status).toBe(200);
    expect(await sessionsOf(app, person)).toBe(3);
    expect(peer.books.getOrder(id)).toMatchObject({
      amount: 49_900,
      receipt: expect.stringMatching(/^R-.{21}$/),
    });
  });

  it("captures a payment that the bank agreed to late", async () => {
    const { id } = await openedOrder(app, person, "Pro");
    peer.books.pay(id, "failure");
    const late = peer.books.pay(id, "authorized");
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
    expect(peer.books.getPayment(late.id).status).toBe("captured");
    expect(await sessionsOf(app, person)).toBe(3);
  });

  it.each<Fault>(["cut", 429, 500, "malformed", "other-shape"])(
    "%s at the check: it is made up for a minute later, and the session granted once",
    async (fault) => {
      const { id } = await openedOrder(app, person, "Basic");
      peer.books.pay(id, "success");
      app.clock.advance({ minutes: 5 });
      peer.fail(fault);
      await expect(reconcileDueOrders(app.deps)).rejects.toThrow("could not be asked for");
      expect(await sessionsOf(app, person)).toBe(0);
      app.clock.advance({ minutes: 1 });
      await reconcileDueOrders(app.deps);
      await reconcileDueOrders(app.deps);
      expect(await sessionsOf(app, person)).toBe(1);
    },
  );

  it.each<Fault>(["cut", "lost-answer", 429, 500, "malformed", "other-shape", "redirect"])(
    "%s when an order is opened: the spec's sentence, nothing held, and the next click works",
    async (fault) => {
      const quoted = await quote(app, person, "Basic");
      peer.fail(fault);
      const refused = await order(app, person, quoted);
      expect([refused.status, refused.body.msg]).toEqual([503, "Failed to create payment order."]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await order(app, person, quoted)).status).toBe(200);
    },
  );

  it("one order that cannot be asked for holds no other up", async () => {
    const first = await openedOrder(app, person, "Basic");
    const other = await app.signUp();
    const second = await openedOrder(app, other, "Basic");
    peer.books.pay(second.id, "success");
    peer.books.orders.delete(first.id);
    app.clock.advance({ minutes: 5 });
    await expect(reconcileDueOrders(app.deps)).rejects.toThrow("1 of ");
    expect(await sessionsOf(app, other)).toBe(1);
    app.clock.advance({ hours: 49 });
    await expect(reconcileDueOrders(app.deps)).rejects.toThrow("1 of");
    await expect(reconcileDueOrders(app.deps)).resolves.toBeUndefined();
    expect((await notes(app, "given up")).at(-1)?.text).toContain("could not be asked");
  });

  it("one that was given up is not asked for again by a check that was under way meanwhile", async () => {
    const { id } = await openedOrder(app, person, "Basic");
    app.clock.advance({ hours: 49 });
    const now = app.clock.now();
    const all = await selectDueOrders(app.deps.database, { provider: "razorpay", now, limit: 100 });
    const due = all.find(({ providerOrderId }) => providerOrderId === id);
    if (due === undefined) throw new Error("nothing is due");
    peer.fail("cut");
    await expect(reconcileOrder(app.deps, due)).rejects.toMatchObject({ code: "unavailable" });
    await reconcileOrder(app.deps, due);
    expect(await checksOf(app, id)).toMatchObject({ nextCheckAt: null, givenUpAt: expect.any(Date) });
  });

  it("money of another amount is granted nothing for, and told once", async () => {
    const { id } = await openedOrder(app, person, "Basic");
    const paid = peer.books.pay(id, "success");
    paid.amount -= 100;
    app.clock.advance({ minutes: 5 });
    await reconcileDueOrders(app.deps);
    app.clock.advance({ minutes: 25 });
    await reconcileDueOrders(app.deps);
    await tell(peer.webhook(paid));
    expect(await sessionsOf(app, person)).toBe(0);
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
