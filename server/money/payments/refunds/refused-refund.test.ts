import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmAction } from "../../../desk/desk.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp } from "../../../testing/app.ts";
import { type LocalRazorpay, startLocalRazorpay } from "../../../testing/providers/razorpay.ts";
import { createOpenOrder, verify } from "../../../testing/purchases.ts";
import { sendRefundMoney } from "./send-refund.ts";

const support = "support@greenroom.example";

let localRazorpay: LocalRazorpay;
let app: TestApp;
let person: SignedUpUser;
beforeAll(async () => {
  localRazorpay = await startLocalRazorpay();
  app = await createTestApp({ environment: localRazorpay.settings });
  person = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await localRazorpay.close();
});

describe("a refund that Razorpay refuses", () => {
  it("is reported to the operator once, appears in the payment, and is paid after its cause is resolved", async () => {
    const { id, quoted } = await createOpenOrder(app, person, "Pro");
    const paid = localRazorpay.store.pay(id, "success");
    const callback = {
      ...localRazorpay.callback(paid),
      planType: quoted.planType,
      newPrice: quoted.newPrice,
    };
    expect((await verify(app, person, callback)).status).toBe(200);
    await app.runJobs();
    const payment = await app.deps.database.selectFrom("payments").select("id").executeTakeFirstOrThrow();
    const operator = await app.signUpOperator();
    const items = [{ paymentId: payment.id, sessions: 1 }];
    expect((await confirmAction(app, operator, "/api/operator/refunds", { items })).status).toBe(200);
    const { id: refundId } = await app.deps.database
      .selectFrom("refunds")
      .select("id")
      .executeTakeFirstOrThrow();
    const shown = async () =>
      (await app.call("GET", `/api/operator/payments/${payment.id}`, { token: operator.token })).body;

    // Meanwhile refunded in Razorpay's dashboard.
    localRazorpay.store.getPayment(paid.id).status = "refunded";
    const words = "Razorpay refuses: The payment has been fully refunded already";
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(sendRefundMoney(app.deps, { refundId })).rejects.toThrow(words);
    }
    expect(await shown()).toMatchObject({ refunds: [{ state: "refused", refusal: words }] });
    await expect(app.runJobs()).rejects.toThrow(words);
    const notes = (await app.mailsTo(support)).filter(({ subject }) => subject?.includes("is refused"));
    expect(notes.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);

    localRazorpay.store.getPayment(paid.id).status = "captured";
    await sendRefundMoney(app.deps, { refundId });
    expect(await shown()).toMatchObject({ refunded: 166.34, refunds: [{ state: "sent", refusal: null }] });
    expect(localRazorpay.store.refundedOf(paid.id)).toBe(16_634);
  });
});
