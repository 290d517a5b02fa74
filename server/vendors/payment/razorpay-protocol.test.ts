import { describe, expect, it } from "vitest";
import {
  checkoutSignature,
  isSameSignature,
  parseWebhookEvent,
  webhookSignature,
} from "./razorpay-protocol.ts";

describe("signatures", () => {
  // Computed with `printf '%s' 'order_IluGWxBm9U8zJ8|pay_IluIXXuLhVr1Ks' | openssl dgst -sha256 -hmac
  // secret`.
  it("signs a checkout as openssl does", () => {
    expect(checkoutSignature("secret", "order_IluGWxBm9U8zJ8", "pay_IluIXXuLhVr1Ks")).toBe(
      "0bf5ed48a3df766405be1f9c20212a9d33125d5899e34cd6802696b316ef26af",
    );
  });

  it("signs a webhook over its bytes", () => {
    expect(webhookSignature("secret", Buffer.from('{"a": 1}'))).toBe(
      "9efa14a18410a57a432fbf0ce38d4bc33339036a64e57b8c86da0bb1e122d972",
    );
    expect(webhookSignature("secret", Buffer.from('{"a":1}'))).not.toBe(
      "9efa14a18410a57a432fbf0ce38d4bc33339036a64e57b8c86da0bb1e122d972",
    );
  });

  it.each([
    ["abc", "abc", true],
    ["ABC", "abc", true],
    ["abd", "abc", false],
    ["", "abc", false],
    ["abcabc", "abc", false],
  ])("compares %s with %s", (given, expected, same) => {
    expect(isSameSignature(given, expected)).toBe(same);
  });
});

describe("readEvent", () => {
  it("reads a capture and ignores other events", () => {
    const entity = { id: "pay_1", order_id: "order_1", amount: 49_900, currency: "INR", status: "captured" };
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
    const body = { event: type, payload: { payment: { entity: { ...entity, created_at: 1_790_000_000 } } } };
    expect(parseWebhookEvent(Buffer.from(JSON.stringify(body)))).toEqual({ kind: "ignored", type });
  });
});
