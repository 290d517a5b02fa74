import fc from "fast-check";
import Razorpay from "razorpay";
import { validatePaymentVerification } from "razorpay/dist/utils/razorpay-utils.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import type { RazorpaySettings } from "../../kernel/config/provider-settings.ts";
import { createUnreachableUrl } from "../../testing/processes.ts";
import {
  type LocalRazorpay,
  type RazorpayFault,
  startLocalRazorpay,
} from "../../testing/providers/razorpay.ts";
import type { PaymentProvider, ProviderPayment } from "./port.ts";
import { razorpayPayments } from "./razorpay.ts";
import {
  checkoutSignature,
  isSameSignature,
  parseWebhookEvent,
  webhookSignature,
} from "./razorpay-protocol.ts";

describe("razorpay", () => {
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
});

describe("razorpay protocol", () => {
  describe("readEvent", () => {
    it("reads a capture and ignores other events", () => {
      const entity = {
        id: "pay_1",
        order_id: "order_1",
        amount: 49_900,
        currency: "INR",
        status: "captured",
      };
      const raw = (event: string) => Buffer.from(JSON.stringify({ event, payload: { payment: { entity } } }));
      expect(parseWebhookEvent(raw("payment.captured"))).toEqual({
        kind: "payment-captured",
        type: "payment.captured",
        orderId: "order_1",
        paymentId: "pay_1",
        amountPaise: 49_900,
        currency: "INR",
      });
      expect(parseWebhookEvent(raw("order.paid"))).toEqual({ kind: "ignored", type: "order.paid" });
    });

    it.each([
      ["the provider's reason", { error_description: "Your card has expired." }, "Your card has expired."],
      ["a long reason, cut", { error_description: "x".repeat(400) }, `${"x".repeat(299)}…`],
      ["no reason", { error_description: null }, null],
      ["an empty reason", { error_description: "  " }, null],
      ["no field for a reason", {}, null],
    ])("reads a declined attempt with %s", (_case, fields, reason) => {
      const entity = { id: "pay_1", order_id: "order_1", amount: 49_900, currency: "INR", status: "failed" };
      const payment = { entity: { ...entity, created_at: 1_790_000_000, ...fields } };
      const raw = Buffer.from(JSON.stringify({ event: "payment.failed", payload: { payment } }));
      expect(parseWebhookEvent(raw)).toEqual({
        kind: "payment-failed",
        type: "payment.failed",
        orderId: "order_1",
        attemptedAt: new Date(1_790_000_000_000),
        reason,
      });
    });

    it.each(["payment.captured", "payment.failed"])("ignores %s of a payment without an order", (type) => {
      const entity = { id: "pay_2", order_id: null, amount: 100, currency: "INR", status: "captured" };
      const body = {
        event: type,
        payload: { payment: { entity: { ...entity, created_at: 1_790_000_000 } } },
      };
      expect(parseWebhookEvent(Buffer.from(JSON.stringify(body)))).toEqual({ kind: "ignored", type });
    });
  });
});

describe("razorpay sdk", () => {
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
          await theirs.payments.refund(paymentId, { amount: 10_000, receipt: "0190a5b8-7c00" });
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
});
