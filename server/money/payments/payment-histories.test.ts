import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { AppError } from "../../kernel/errors.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { startLocalRazorpay } from "../../testing/providers/razorpay.ts";
import { openOrder } from "./orders.ts";
import { reconcileDueOrders } from "./reconcile.ts";
import { refundInTransaction, sendRefundMoney } from "./refund.ts";
import { verifyPayment } from "./settle.ts";
import { receiveWebhook } from "./webhook.ts";

/*
 * Tests random sequences of events between a click and a credit, in any order and number: each captured payment
 * grants its credits once, and each credit that is taken back refunds its money once. PAYMENT_HISTORIES=1000 runs
 * more of them, PAYMENT_SEED=… repeats the same ones.
 */
const histories = Number(process.env.PAYMENT_HISTORIES ?? 40);
const seed = Number(process.env.PAYMENT_SEED ?? Date.now() % 1_000_000);

const localRazorpay = await startLocalRazorpay();
afterAll(() => localRazorpay.close());
const app = useTestApp({ environment: localRazorpay.settings });
let people: SignedUpUser[];
beforeAll(async () => {
  people = [await app.signUp(), await app.signUp()];
});

const plans = [
  { planType: "Pro", newPrice: 499, sessions: 3 },
  { planType: "Premium", newPrice: 749, sessions: 5 },
] as const;
type Plan = (typeof plans)[number];

const step = fc.oneof(
  fc.record({ kind: fc.constant("buy" as const), who: fc.nat(1), plan: fc.nat(1) }),
  fc.record({
    kind: fc.constant("pay" as const),
    which: fc.nat(),
    // "closed": the payment succeeds, but the browser reports nothing.
    outcome: fc.constantFrom(
      "success" as const,
      "closed" as const,
      "authorized" as const,
      "failure" as const,
    ),
  }),
  fc.record({ kind: fc.constant("verify" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("webhooks" as const), which: fc.nat(), times: fc.nat(3) }),
  fc.record({
    kind: fc.constant("refund" as const),
    which: fc.nat(),
    sessions: fc.constantFrom(1, 2, 3, "all" as const),
    tries: fc.nat(2),
    fault: fc.constantFrom(undefined, "lost-answer" as const, 500 as const),
  }),
  fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(1, 5, 30, 360, 1440) }),
  fc.record({
    kind: fc.constant("reconcile" as const),
    times: fc.integer({ min: 1, max: 2 }),
    fault: fc.constantFrom(undefined, undefined, "cut" as const, 500 as const, "malformed" as const),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Bought {
  id: string;
  who: number;
  plan: Plan;
}

/** Runs one history. Returns the orders that it opened. */
async function runHistory(steps: Step[]): Promise<Bought[]> {
  const bought: Bought[] = [];
  const actorOf = (who: number) => ({ userId: people[who]?.user._id ?? "" }) as Actor;
  const of = <T>(list: T[], which: number) => list[which % Math.max(list.length, 1)];
  const paid = () => bought.flatMap(({ id }) => localRazorpay.store.paymentsOf(id));
  for (const step of steps) {
    if (step.kind === "buy") {
      const plan = plans[step.plan] as Plan;
      const { planType, newPrice } = plan;
      const opened = await openOrder(app.deps, actorOf(step.who), { planType, newPrice, amount: newPrice });
      if (!bought.some(({ id }) => id === opened.id)) bought.push({ id: opened.id, who: step.who, plan });
    } else if (step.kind === "pay") {
      const order = of(bought, step.which);
      if (order === undefined || localRazorpay.store.getOrder(order.id).status === "paid") continue;
      localRazorpay.store.pay(order.id, step.outcome === "closed" ? "success" : step.outcome);
    } else if (step.kind === "verify") {
      const payment = of(
        // Includes a refunded one, because its callback may be sent again.
        paid().filter(isTaken),
        step.which,
      );
      const order = bought.find(({ id }) => id === payment?.order_id);
      if (payment === undefined || order === undefined) continue;
      const { planType, newPrice } = order.plan;
      await verifyPayment(app.deps, actorOf(order.who), {
        ...localRazorpay.callback(payment),
        planType,
        newPrice,
      });
    } else if (step.kind === "webhooks") {
      const payment = of(paid(), step.which);
      if (payment === undefined) continue;
      // A later refund does not change the event of a capture.
      const { rawBody, headers } = localRazorpay.webhook(
        isTaken(payment) ? { ...payment, status: "captured" } : payment,
      );
      const delivery = {
        rawBody: Buffer.from(rawBody),
        signature: headers["x-razorpay-signature"] ?? "",
        eventId: headers["x-razorpay-event-id"] ?? null,
      };
      await Promise.all(Array.from({ length: step.times }, () => receiveWebhook(app.deps, delivery)));
    } else if (step.kind === "refund") await refund(step);
    else if (step.kind === "wait") app.clock.advance({ minutes: step.minutes });
    else {
      const callsBefore = localRazorpay.calls.length;
      if (step.fault !== undefined && (await isAnythingDue())) localRazorpay.fail(step.fault);
      // The job retries after an error; the final state shows that the error changed nothing permanently.
      await Promise.allSettled(Array.from({ length: step.times }, () => reconcileDueOrders(app.deps)));
      expect(localRazorpay.calls.length).toBeGreaterThanOrEqual(callsBefore);
    }
  }
  return bought;
}

/** True if the payment was captured, even if it was refunded since. */
function isTaken({ status }: { status: string }): boolean {
  return status === "captured" || status === "refunded";
}

/**
 * Refunds one of our payments, in part or in full, if enough of its credits are left; the money is sent at
 * once, later or after an error.
 */
async function refund({ which, sessions, tries, fault }: Extract<Step, { kind: "refund" }>): Promise<void> {
  const payments = await app.deps.database
    .selectFrom("payments")
    .select("id")
    .orderBy("capturedAt")
    .execute();
  const payment = payments.at(-1 - (which % Math.max(payments.length, 1)));
  if (payment === undefined) return;
  const refundRequest = { paymentId: payment.id, sessions, reason: "A history", actor: "system" as const };
  const promised = await inTransaction(app.deps.database, (tx) =>
    refundInTransaction(app.deps, tx, refundRequest),
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "conflict") return null;
    throw error;
  });
  if (promised === null) return;
  if (fault !== undefined && tries > 0) localRazorpay.fail(fault);
  for (let count = 0; count < tries; count += 1) {
    await Promise.allSettled([sendRefundMoney(app.deps, promised)]);
  }
}

async function pendingRefunds() {
  return await app.deps.database.selectFrom("refunds").select("id").where("status", "=", "pending").execute();
}

/** Both sides of refunds: credits taken back, and money promised and sent. */
async function refunded() {
  const rows = await app.deps.database
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.paymentId")
    .select(["payments.providerPaymentId", "refunds.amountPaise", "refunds.sessions"])
    .execute();
  const ours = new Map<string, number>();
  for (const { providerPaymentId, amountPaise } of rows) {
    ours.set(providerPaymentId, (ours.get(providerPaymentId) ?? 0) + amountPaise);
  }
  const theirs = new Map([...ours.keys()].map((id) => [id, localRazorpay.store.refundedOf(id)]));
  return { ours, theirs, sessions: rows.reduce((sum, row) => sum + row.sessions, 0) };
}

async function isAnythingDue(): Promise<boolean> {
  const row = await app.deps.database
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "created")
    .where("nextCheckAt", "<=", app.clock.now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets a day pass, with all its checks, so that the provider has reported everything. */
async function settleAll(): Promise<void> {
  for (const minutes of [5, 30, 360, 1440]) {
    app.clock.advance({ minutes });
    while (await isAnythingDue()) await reconcileDueOrders(app.deps);
  }
  for (const { id } of await pendingRefunds()) await sendRefundMoney(app.deps, { refundId: id });
}

async function granted(who: number): Promise<number> {
  const row = await app.deps.database
    .selectFrom("creditLots")
    .select((eb) => eb.fn.sum<string>("sessions").as("sessions"))
    .where("userId", "=", people[who]?.user._id ?? "")
    .where("source", "=", "purchase")
    .executeTakeFirst();
  return Number(row?.sessions ?? 0);
}

/** The credits that both people have left. */
async function countCredits(): Promise<number> {
  // Not through the API, because the histories span years and a sign-in ends after 90 days.
  const balances = await Promise.all(people.map(({ user }) => findBalance(app.deps.database, user._id)));
  return balances.reduce((sum, balance) => sum + balance, 0);
}

it(
  `grants captured payments × pack, exactly, over ${histories} histories (seed ${seed})`,
  async () => {
    let paid = 0;
    let back = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const before = [await granted(0), await granted(1)];
        const bought = await runHistory(steps);
        await settleAll();
        for (const who of [0, 1]) {
          const expected = bought
            .filter((order) => order.who === who)
            .flatMap(({ id, plan }) =>
              localRazorpay.store
                .paymentsOf(id)
                .filter(isTaken)
                .map(() => plan.sessions),
            )
            .reduce((sum, sessions) => sum + sessions, 0);
          paid += expected;
          expect((await granted(who)) - (before[who] ?? 0)).toBe(expected);
        }
        const { ours, theirs, sessions } = await refunded();
        expect(theirs).toEqual(ours);
        expect(await countCredits()).toBe((await granted(0)) + (await granted(1)) - sessions);
        back = sessions;
      }),
      { numRuns: histories, seed, endOnFailure: true },
    );
    expect(paid).toBeGreaterThan(0);
    expect(back).toBeGreaterThan(0);
  },
  60_000 + histories * 2_000,
);
