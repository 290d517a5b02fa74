import fc from "fast-check";
import Razorpay from "razorpay";
import { validatePaymentVerification } from "razorpay/dist/utils/razorpay-utils.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import { type LocalRazorpay, startLocalRazorpay } from "../../testing/providers/razorpay.ts";
import type { PaymentProvider } from "./port.ts";
import { razorpayPayments } from "./razorpay.ts";
import { checkoutSignature, isSameSignature, webhookSignature } from "./razorpay-protocol.ts";

/* Compares our signatures and calls with those of Razorpay's own library, which the product does not use. */

const secret = fc.string({ minLength: 1, maxLength: 60 });
const text = fc.string({ unit: "grapheme", maxLength: 400 });
const id = fc.string({ minLength: 1, maxLength: 40 });
/** Values that an attacker may send instead of a signature. */
const forged = fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^[0-9a-f]{64}$/));

describe("signatures are those of Razorpay's own library", () => {
  it("of webhooks, over any text and secret", () => {
    fc.assert(
      fc.property(text, secret, forged, (body, key, other) => {
        const ours = webhookSignature(key, Buffer.from(body));
        expect(Razorpay.validateWebhookSignature(body, ours, key)).toBe(true);
        expect(isSameSignature(other, ours)).toBe(
          Razorpay.validateWebhookSignature(body, other.toLowerCase(), key),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("of the checkout, over any order, payment and secret", () => {
    fc.assert(
      fc.property(id, id, secret, forged, (order, payment, key, other) => {
        const ours = checkoutSignature(key, order, payment);
        const payload = { order_id: order, payment_id: payment };
        expect(validatePaymentVerification(payload, ours, key)).toBe(true);
        expect(isSameSignature(other, ours)).toBe(
          validatePaymentVerification(payload, other.toLowerCase(), key),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("calls are those of Razorpay's own library", () => {
  let localRazorpay: LocalRazorpay;
  let ours: PaymentProvider;
  let theirs: Razorpay;
  beforeAll(async () => {
    localRazorpay = await startLocalRazorpay();
    const { payments } = readConfig(localRazorpay.settings);
    if (payments.kind !== "razorpay") throw new Error("the local provider's settings are not Razorpay's");
    ours = razorpayPayments(payments);
    theirs = new Razorpay({ key_id: payments.keyId, key_secret: payments.keySecret });
    // The library supports only Razorpay's own URL, so the test replaces it.
    (theirs.api as unknown as { rq: { defaults: { baseURL: string } } }).rq.defaults.baseURL =
      localRazorpay.url;
  });
  afterAll(() => localRazorpay.close());

  /** The requests since the last call, as method, path and body. */
  const takeRequests = () => localRazorpay.requests.splice(0);

  it("order, its payments, capture and refund: identical", async () => {
    const receipt = "R-20261120-4F0A93C2D1B7";
    const mine = await ours.openOrder({ amountPaise: 49_900, currency: "INR", receipt });
    const [ourOrder] = takeRequests();
    const its = await theirs.orders.create(ourOrder?.body as Parameters<typeof theirs.orders.create>[0]);
    expect(takeRequests()).toEqual([ourOrder]);
    expect(its).toMatchObject({ amount: 49_900, currency: "INR", receipt, notes: [] });

    for (const [orderId, pay] of [
      [mine.id, "ours"],
      [its.id, "theirs"],
    ] as const) {
      const { id: paymentId } = localRazorpay.store.pay(orderId, "authorized");
      const payment = {
        id: paymentId,
        orderId,
        amountPaise: 49_900,
        currency: "INR",
        status: "authorized" as const,
      };
      if (pay === "ours") {
        await ours.listPayments(orderId);
        await ours.capturePayment(payment);
        await ours.refundPayment({ paymentId, amountPaise: 10_000, idempotencyKey: "0190a5b8-7c00" });
      } else {
        await theirs.orders.fetchPayments(orderId);
        await theirs.payments.capture(paymentId, 49_900, "INR");
        await theirs.payments.refund(paymentId, { amount: 10_000 });
      }
    }
    const anonymous = takeRequests().map(({ call, body }) => [
      call.replace(/(order|pay)_\w{14}/, "$1_…"),
      body,
    ]);
    expect(anonymous.slice(0, 3)).toEqual(anonymous.slice(3));
    expect(anonymous[0]?.[0]).toBe("GET /v1/orders/order_…/payments");
  });

  it("the local provider refuses them as Razorpay does", async () => {
    await expect(theirs.orders.create({ amount: 99, currency: "INR" })).rejects.toMatchObject({
      statusCode: 400,
      error: { code: "BAD_REQUEST_ERROR", description: "Order amount less than minimum amount allowed" },
    });
    await expect(
      theirs.orders.create({ amount: 100, currency: "INR", receipt: "x".repeat(41) }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});
