import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import type { RazorpaySettings } from "../../kernel/config/payment-settings.ts";
import { createUnreachableUrl } from "../../testing/free-port.ts";
import {
  type LocalRazorpay,
  type RazorpayFault,
  startLocalRazorpay,
} from "../../testing/providers/razorpay.ts";
import type { PaymentProvider, ProviderPayment } from "./port.ts";
import { razorpayPayments } from "./razorpay.ts";

let localRazorpay: LocalRazorpay;
let razorpay: PaymentProvider;
beforeAll(async () => {
  localRazorpay = await startLocalRazorpay();
  razorpay = razorpayPayments(settings());
});
afterAll(() => localRazorpay.close());

function settings(change: Record<string, string> = {}): RazorpaySettings {
  const { payments } = readConfig({ ...localRazorpay.settings, ...change });
  if (payments.kind !== "razorpay") throw new Error("the local provider's settings are not Razorpay's");
  return payments;
}

const refundRequest = { amountPaise: 49_900, currency: "INR", receipt: "R-20261120-4F0A93C2D1B7" };
const payment: ProviderPayment = {
  id: "pay_00000000000001",
  orderId: "order_00000000000001",
  amountPaise: 49_900,
  currency: "INR",
  status: "authorized",
};
const calls: [string, (provider: PaymentProvider) => Promise<unknown>][] = [
  ["openOrder", (provider) => provider.openOrder(refundRequest)],
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
  it("open an order, see its late payment after a failure, capture and refund it", async () => {
    const order = await razorpay.openOrder(refundRequest);
    expect(order).toEqual({ id: expect.stringMatching(/^order_/), amountPaise: 49_900, currency: "INR" });
    expect(await razorpay.listPayments(order.id)).toEqual([]);
    localRazorpay.store.pay(order.id, "failure");
    const late = localRazorpay.store.pay(order.id, "authorized");
    const seen = await razorpay.listPayments(order.id);
    expect(seen.map(({ status }) => status)).toEqual(["failed", "authorized"]);
    expect(await razorpay.capturePayment(seen[1] as ProviderPayment)).toMatchObject({ status: "captured" });
    const refund = { paymentId: late.id, amountPaise: 20_000, idempotencyKey: "0190a5b8-7c00" };
    const { refundId } = await razorpay.refundPayment(refund);
    expect(await razorpay.refundPayment(refund)).toEqual({ refundId });
    expect(localRazorpay.store.refundedOf(late.id)).toBe(20_000);
  });

  it("request automatic capture, so that a payment in the checkout is captured", async () => {
    const { id } = await razorpay.openOrder(refundRequest);
    expect(localRazorpay.store.pay(id, "success").status).toBe("captured");
  });

  it("pass on Razorpay's reason for a refusal", async () => {
    await expect(razorpay.openOrder({ ...refundRequest, amountPaise: 99 })).rejects.toMatchObject({
      code: "conflict",
      message: "Razorpay refuses: Order amount less than minimum amount allowed",
    });
    await expect(razorpay.openOrder({ ...refundRequest, receipt: "x".repeat(41) })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(razorpay.listPayments("order_unknown")).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a provider that fails is `unavailable` for every call", () => {
  const faults: RazorpayFault[] = ["cut", 401, 429, 500, 503, "malformed", "other-shape", "redirect"];
  it.each(faults.flatMap((fault) => calls.map(([name, call]) => [fault, name, call] as const)))(
    "%s on %s",
    async (fault, _name, call) => {
      localRazorpay.fail(fault);
      await expect(call(razorpay)).rejects.toMatchObject({ code: "unavailable" });
      expect(localRazorpay.calls).not.toContain("GET /v1/elsewhere");
    },
  );

  it("responses that hang time out after four seconds, before and within the body", async () => {
    localRazorpay.fail(...calls.map((_, index) => (index % 2 === 0 ? "hang" : "stall")));
    const ends = await Promise.allSettled(calls.map(([, call]) => call(razorpay)));
    for (const end of ends)
      expect(end).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
  });

  it("a refused connection", async () => {
    const away = razorpayPayments(settings({ GREENROOM_RAZORPAY_API_URL: await createUnreachableUrl() }));
    for (const [, call] of calls) await expect(call(away)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("passes on the provider's retry delay", async () => {
    localRazorpay.fail(429);
    await expect(razorpay.openOrder(refundRequest)).rejects.toMatchObject({ retryAfterSeconds: 7 });
  });
});

describe("signatures", () => {
  it("of webhooks are accepted under the new secret and the previous one, and no other", async () => {
    const { id } = await razorpay.openOrder(refundRequest);
    const paid = localRazorpay.store.pay(id, "success");
    const both = razorpayPayments(
      settings({ GREENROOM_RAZORPAY_WEBHOOK_SECRET: "the new secret 0001,the old secret 0001" }),
    );
    const read = (secret: string) => {
      const { rawBody, headers } = localRazorpay.webhook(paid, secret);
      return both.readWebhook(Buffer.from(rawBody), headers["x-razorpay-signature"] ?? "");
    };
    expect(read("the new secret 0001")).toMatchObject({ kind: "payment-captured", paymentId: paid.id });
    expect(read("the old secret 0001")).toMatchObject({ kind: "payment-captured", paymentId: paid.id });
    expect(read("another secret 0001")).toBeNull();
  });

  it("of the checkout use the key's secret", async () => {
    const { id } = await razorpay.openOrder(refundRequest);
    const callback = localRazorpay.callback(localRazorpay.store.pay(id, "success"));
    const given = {
      orderId: id,
      paymentId: callback.razorpay_payment_id,
      signature: callback.razorpay_signature,
    };
    expect(razorpay.isCheckoutSignature(given)).toBe(true);
    expect(razorpay.isCheckoutSignature({ ...given, orderId: "order_another" })).toBe(false);
  });
});
