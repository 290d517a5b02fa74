import type { WorkLine } from "@greenroom/contract/operator/today.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { type LocalRazorpay, startLocalRazorpay, type Webhook } from "../../../testing/providers/razorpay.ts";
import { createOpenOrder, getSessionCount } from "../../../testing/purchases.ts";
import { confirmAction } from "../../operator/desk.testing.ts";

let localRazorpay: LocalRazorpay;
let app: TestApp;
let owner: SignedUpUser;
beforeAll(async () => {
  localRazorpay = await startLocalRazorpay();
  app = await createTestApp({ environment: localRazorpay.settings });
  owner = await app.signUpOperator();
});
afterAll(async () => {
  await app.close();
  await localRazorpay.close();
});

async function receive({ rawBody, headers }: Webhook) {
  expect((await app.call("POST", "/api/payment/webhook", { body: rawBody, headers })).status).toBe(200);
}
const linesOf = async (paymentId: string) =>
  (await app.call("GET", "/api/operator/today", { token: owner.token })).body.lines.filter(
    (line: WorkLine) => line.kind === "provider-refund" && line.paymentId === paymentId,
  );
async function payFor(person: SignedUpUser) {
  const { id } = await createOpenOrder(app, person, "Pro");
  const paid = localRazorpay.store.pay(id, "success");
  return { paid, captured: localRazorpay.webhook(paid) };
}
const paymentOf = async (person: SignedUpUser) => {
  const { id } = await app.deps.database
    .selectFrom("payments")
    .select("id")
    .where("userId", "=", person.user._id)
    .executeTakeFirstOrThrow();
  return (await app.call("GET", `/api/operator/payments/${id}`, { token: owner.token })).body;
};

describe("a refund in the provider's dashboard", () => {
  it("is recorded once, waits on Today, and its sessions are taken back without sending money", async () => {
    const person = await app.signUp();
    const { paid, captured } = await payFor(person);
    await receive(captured);
    const refund = localRazorpay.store.refund(paid.id, 49_900, null);
    for (const type of ["refund.created", "refund.processed", "refund.processed"] as const)
      await receive(localRazorpay.refundWebhook(refund, type));

    const payment = await paymentOf(person);
    expect(payment).toMatchObject({ state: "refunded", refunded: 499, left: 3 });
    expect(payment.refunds).toMatchObject([
      { amount: 499, sessions: 0, state: "sent", reference: refund.id },
    ]);
    expect(await linesOf(payment._id)).toMatchObject([
      { detail: `Receipt ${payment.receipt}, ₹499: take back its sessions?` },
    ]);

    const calls = localRazorpay.calls.length;
    const items = [{ paymentId: payment._id, sessions: 3 }];
    const done = await confirmAction(app, owner, "/api/operator/refunds", { items });
    expect([done.status, done.body.msg]).toEqual([200, "The sessions are taken back."]);
    await app.runJobs();
    expect(await getSessionCount(app, person)).toBe(0);
    expect(await linesOf(payment._id)).toEqual([]);
    expect(await paymentOf(person)).toMatchObject({ refunded: 499, left: 0, takenBack: 3 });
    expect(localRazorpay.calls).toHaveLength(calls);
  });

  it("of a part leaves the number of sessions to the desk", async () => {
    const person = await app.signUp();
    const { paid, captured } = await payFor(person);
    await receive(captured);
    await receive(localRazorpay.refundWebhook(localRazorpay.store.refund(paid.id, 10_000, null)));
    const payment = await paymentOf(person);
    expect(payment).toMatchObject({ state: "part-refunded", refunded: 100 });
    const items = [{ paymentId: payment._id, sessions: 1 }];
    expect((await confirmAction(app, owner, "/api/operator/refunds", { items })).status).toBe(200);
    expect(await getSessionCount(app, person)).toBe(2);
    expect(await linesOf(payment._id)).toEqual([]);
  });

  it("that is reported before its payment leaves no session, whenever the payment is reported", async () => {
    const person = await app.signUp();
    const { paid, captured } = await payFor(person);
    const refund = localRazorpay.store.refund(paid.id, 49_900, null);
    await receive(localRazorpay.refundWebhook(refund));
    await receive(captured);
    expect(await getSessionCount(app, person)).toBe(0);
    const payment = await paymentOf(person);
    expect(payment).toMatchObject({ state: "refunded", takenBack: 3 });
    expect(await linesOf(payment._id)).toEqual([]);
  });

  it("is not taken for one that the desk made", async () => {
    const person = await app.signUp();
    await receive((await payFor(person)).captured);
    const { _id: paymentId } = await paymentOf(person);
    const items = [{ paymentId, sessions: 1 }];
    await confirmAction(app, owner, "/api/operator/refunds", { items });
    const requested = localRazorpay.store.refunds.length;
    await app.runJobs();
    const made = localRazorpay.store.refunds[requested];
    if (made === undefined) throw new Error("the refund was not sent");
    await receive(localRazorpay.refundWebhook(made));
    expect((await paymentOf(person)).refunds).toHaveLength(1);
    expect(await linesOf(paymentId)).toEqual([]);
  });
});
