import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUp, type TestApp } from "../../testing/app.ts";
import { type RazorpayPeer, startRazorpayPeer } from "../../testing/peers/razorpay.ts";
import { openedOrder, verify } from "../../testing/purchases.ts";
import { runCommand } from "../operator/commands.ts";
import { sendRefundMoney } from "./send-refund-money.ts";

const support = "support@greenroom.example";

let peer: RazorpayPeer;
let app: TestApp;
let person: SignedUp;
beforeAll(async () => {
  peer = await startRazorpayPeer();
  app = await createTestApp({ environment: peer.settings });
  person = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

describe("a refund that Razorpay refuses", () => {
  it("is told to the operator once, shows in the payment, and is paid once its cause is gone", async () => {
    const { id, quoted } = await openedOrder(app, person, "Pro");
    const paid = peer.books.pay(id, "success");
    const callback = { ...peer.callback(paid), planType: quoted.planType, newPrice: quoted.newPrice };
    expect((await verify(app, person, callback)).status).toBe(200);
    await app.runJobs();
    const payment = await app.deps.database.selectFrom("payments").select("id").executeTakeFirstOrThrow();
    const refund = ["payments", "refund", payment.id, "--sessions", "1", "--reason", "One less", "--yes"];
    await runCommand(app.deps, refund);
    const { id: refundId } = await app.deps.database
      .selectFrom("refunds")
      .select("id")
      .executeTakeFirstOrThrow();
    const shown = async () => {
      const output = await runCommand(app.deps, ["payments", "show", payment.id]);
      return "rows" in output ? output.rows[0] : output;
    };

    // Given back in Razorpay's dashboard meanwhile.
    peer.books.getPayment(paid.id).status = "refunded";
    const words = "Razorpay refuses: The payment has been fully refunded already";
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(sendRefundMoney(app.deps, { refundId })).rejects.toThrow(words);
    }
    expect(await shown()).toMatchObject({ refundsUnderWay: 1, refundRefused: words });
    await expect(app.runJobs()).rejects.toThrow(words);
    const notes = (await app.mailsTo(support)).filter(({ subject }) => subject?.includes("is refused"));
    expect(notes.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);

    peer.books.getPayment(paid.id).status = "captured";
    await sendRefundMoney(app.deps, { refundId });
    expect(await shown()).toMatchObject({ refundsUnderWay: 0, refundRefused: "no", refundedRupees: 166.34 });
    expect(peer.books.refundedOf(paid.id)).toBe(16_634);
  });
});
