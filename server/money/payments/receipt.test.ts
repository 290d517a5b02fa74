import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { refundInTransaction } from "./refunds/refund-payment.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function onlyPurchase({ token }: SignedUpUser) {
  const { body } = await app.call("GET", "/api/user/purchases", { token });
  return body[0];
}

function receiptOf({ token }: SignedUpUser, id: string) {
  return app.call("GET", `/api/user/purchases/${id}`, { token });
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

  it("is only for its buyer: other people get a 404", async () => {
    const [asha, meera] = [await app.signUp(), await app.signUp()];
    await buy(app, asha, "Basic");
    const { _id: paymentId } = await onlyPurchase(asha);
    const { status, body } = await receiptOf(meera, paymentId);
    expect([status, body.code, body.msg]).toEqual([404, "not_found", "This receipt does not exist."]);
    expect((await receiptOf(asha, "0190a5b8-7c00-7000-8000-00000000000f")).status).toBe(404);
    expect((await receiptOf(asha, "12")).status).toBe(400);
  });
});
