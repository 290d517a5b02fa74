import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import type { RazorpaySettings } from "../../payment-settings.ts";
import type { PaymentProvider, ProviderPayment } from "../../ports/payment.ts";
import { type Fault, type RazorpayPeer, startRazorpayPeer } from "../../testing/peers/razorpay.ts";
import { refusingUrl } from "../../testing/refused-port.ts";
import { razorpayPayments } from "./razorpay.ts";

let peer: RazorpayPeer;
let razorpay: PaymentProvider;
beforeAll(async () => {
  peer = await startRazorpayPeer();
  razorpay = razorpayPayments(settings());
});
afterAll(() => peer.close());

function settings(change: Record<string, string> = {}): RazorpaySettings {
  const { payments } = readConfig({ ...peer.settings, ...change });
  if (payments.kind !== "razorpay") throw new Error("the peer's settings are not Razorpay's");
  return payments;
}

const wish = { amountPaise: 49_900, currency: "INR", receipt: "R-20261120-4F0A93C2D1B7" };
const payment: ProviderPayment = {
  id: "pay_00000000000001",
  orderId: "order_00000000000001",
  amountPaise: 49_900,
  currency: "INR",
  status: "authorized",
};
const calls: [string, (provider: PaymentProvider) => Promise<unknown>][] = [
  ["openOrder", (provider) => provider.openOrder(wish)],
  ["check", (provider) => provider.check?.() ?? Promise.resolve()],
  ["listPayments", (provider) => provider.listPayments(payment.orderId)],
  ["capturePayment", (provider) => provider.capturePayment(payment)],
  [
    "refundPayment",
    (provider) =>
      provider.refundPayment({ paymentId: payment.id, amountPaise: 100, idempotencyKey: "0123456789" }),
  ],
];

describe("the calls", () => {
  it("open an order, see it paid late after a failure, capture and refund it", async () => {
    const order = await razorpay.openOrder(wish);
    expect(order).toEqual({ id: expect.stringMatching(/^order_/), amountPaise: 49_900, currency: "INR" });
    expect(await razorpay.listPayments(order.id)).toEqual([]);
    peer.books.pay(order.id, "failure");
    const late = peer.books.pay(order.id, "authorized");
    const seen = await razorpay.listPayments(order.id);
    expect(seen.map(({ status }) => status)).toEqual(["failed", "authorized"]);
    expect(await razorpay.capturePayment(seen[1] as ProviderPayment)).toMatchObject({ status: "captured" });
    const refund = { paymentId: late.id, amountPaise: 20_000, idempotencyKey: "0190a5b8-7c00" };
    const { refundId } = await razorpay.refundPayment(refund);
    expect(await razorpay.refundPayment(refund)).toEqual({ refundId });
    expect(peer.books.refundedOf(late.id)).toBe(20_000);
  });

  it("ask for a capture by itself, so that a payment in the checkout is captured", async () => {
    const { id } = await razorpay.openOrder(wish);
    expect(peer.books.pay(id, "success").status).toBe("captured");
  });

  it("pass on what Razorpay refuses, in its words", async () => {
    await expect(razorpay.openOrder({ ...wish, amountPaise: 99 })).rejects.toMatchObject({
      code: "conflict",
      message: "Razorpay refuses: Order amount less than minimum amount allowed",
    });
    await expect(razorpay.openOrder({ ...wish, receipt: "x".repeat(41) })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(razorpay.listPayments("order_unknown")).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a provider that fails is `unavailable`, whatever is asked", () => {
  const faults: Fault[] = ["cut", 401, 429, 500, 503, "malformed", "other-shape", "redirect"];
  it.each(faults.flatMap((fault) => calls.map(([name, call]) => [fault, name, call] as const)))(
    "%s on %s",
    async (fault, _name, call) => {
      peer.fail(fault);
      await expect(call(razorpay)).rejects.toMatchObject({ code: "unavailable" });
      expect(peer.calls).not.toContain("GET /v1/elsewhere");
    },
  );

  it("answers that hang are given up after four seconds, before and within the body", async () => {
    peer.fail(...calls.map((_, index) => (index % 2 === 0 ? "hang" : "stall")));
    const ends = await Promise.allSettled(calls.map(([, call]) => call(razorpay)));
    for (const end of ends)
      expect(end).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  });

  it("a refused connection", async () => {
    const away = razorpayPayments(settings({ GREENROOM_RAZORPAY_API_URL: await refusingUrl() }));
    for (const [, call] of calls) await expect(call(away)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("says how long to wait when it was told", async () => {
    peer.fail(429);
    await expect(razorpay.openOrder(wish)).rejects.toMatchObject({ retryAfterSeconds: 7 });
  });
});

describe("signatures", () => {
  it("of webhooks are taken under the new secret and the one before, and under no other", async () => {
    const { id } = await razorpay.openOrder(wish);
    const paid = peer.books.pay(id, "success");
    const both = razorpayPayments(
      settings({ GREENROOM_RAZORPAY_WEBHOOK_SECRET: "the new secret 0001,the old secret 0001" }),
    );
    const read = (secret: string) => {
      const { rawBody, headers } = peer.webhook(paid, secret);
      return both.readWebhook(Buffer.from(rawBody), headers["x-razorpay-signature"] ?? "");
    };
    expect(read("the new secret 0001")).toMatchObject({ kind: "payment-captured", paymentId: paid.id });
    expect(read("the old secret 0001")).toMatchObject({ kind: "payment-captured", paymentId: paid.id });
    expect(read("another secret 0001")).toBeNull();
  });

  it("of the checkout are made with the key's secret", async () => {
    const { id } = await razorpay.openOrder(wish);
    const callback = peer.callback(peer.books.pay(id, "success"));
    const given = {
      orderId: id,
      paymentId: callback.razorpay_payment_id,
      signature: callback.razorpay_signature,
    };
    expect(razorpay.isCheckoutSignature(given)).toBe(true);
    expect(razorpay.isCheckoutSignature({ ...given, orderId: "order_another" })).toBe(false);
  });
});
