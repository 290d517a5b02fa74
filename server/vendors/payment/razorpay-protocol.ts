import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { cutText } from "@greenroom/contract/kernel/plain-text.ts";
import { z } from "zod";
import { AppError } from "../../kernel/errors.ts";
import type { WebhookEvent } from "./port.ts";

/* The parts of the protocol that Razorpay and the sandbox share: the proof of a payment and the format of a
   webhook. Sources: razorpay.com/docs/payments/server-integration/nodejs/payment-gateway/build-integration
   ("Verify Payment Signature") and razorpay.com/docs/webhooks/validate-test. */

/**
 * The signature that the checkout passes to the page: HMAC-SHA256 of `order_id|payment_id` with the key's
 * secret, in hexadecimal.
 */
export function checkoutSignature(keySecret: string, orderId: string, paymentId: string): string {
  return createHmac("sha256", keySecret).update(`${orderId}|${paymentId}`).digest("hex");
}

/**
 * `X-Razorpay-Signature` of a webhook: HMAC-SHA256 of the raw body with the webhook's own secret, in
 * hexadecimal.
 */
export function webhookSignature(webhookSecret: string, rawBody: Buffer): string {
  return createHmac("sha256", webhookSecret).update(rawBody).digest("hex");
}

/** Compares in a time that depends on neither the values nor their lengths. */
export function isSameSignature(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text.toLowerCase()).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const eventSchema = z.object({ event: z.string().max(100) });
// Null for a payment that the account took without an order, such as through a payment button.
const orderIdSchema = z.string().max(64).nullable();
const capturedSchema = paymentEvent({
  id: z.string().max(64),
  order_id: orderIdSchema,
  amount: z.number().int(),
  currency: z.string().max(8),
  status: z.string(),
});
// `payment.failed` and its error fields: razorpay.com/docs/webhooks/payloads/payments and razorpay.com/docs/errors.
const failedSchema = paymentEvent({
  order_id: orderIdSchema,
  /** Seconds since 1970; the year 9999 is the last that the database and JavaScript both can store. */
  created_at: z.number().int().min(0).max(253_402_300_799),
  error_description: z.string().nullish(),
});

// `refund.created`, `refund.processed` and `refund.failed`, which also contain the payment: razorpay.com/docs/webhooks/payloads/refunds.
const refundSchema = z.object({
  payload: z.object({
    refund: z.object({
      entity: z.object({
        id: z.string().min(1).max(64),
        payment_id: z.string().min(1).max(64),
        amount: z.number().int().positive(),
        receipt: z.string().nullish(),
      }),
    }),
    payment: z.object({
      entity: z.object({
        ...{ order_id: orderIdSchema, amount: z.number().int(), currency: z.string().max(8) },
        /** False for one that was only authorized, which Razorpay refunds by itself when nobody captures it. */
        captured: z.boolean().nullish(),
      }),
    }),
  }),
});

const maxReasonCharacters = 300;

function paymentEvent<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ payload: z.object({ payment: z.object({ entity: z.object(shape) }) }) });
}

/**
 * Parses a webhook after its signature was verified. Throws `invalid_input` if it does not match the documentation.
 */
export function parseWebhookEvent(rawBody: Buffer): WebhookEvent {
  const body = parseJson(rawBody);
  const { event: type } = parseWith(eventSchema, body);
  if (type === "payment.failed") return parseFailure(type, body);
  if (["refund.created", "refund.processed", "refund.failed"].includes(type)) return parseRefund(type, body);
  if (type !== "payment.captured") return { kind: "ignored", type };
  const { entity } = parseWith(capturedSchema, body).payload.payment;
  if (entity.order_id === null) return { kind: "ignored", type };
  return {
    kind: "payment-captured",
    type,
    orderId: entity.order_id,
    paymentId: entity.id,
    amountPaise: entity.amount,
    currency: entity.currency,
  };
}

function parseRefund(type: string, body: unknown): WebhookEvent {
  const { refund, payment } = parseWith(refundSchema, body).payload;
  if (payment.entity.order_id === null || payment.entity.captured === false) return { kind: "ignored", type };
  return {
    kind: type === "refund.failed" ? "refund-failed" : "refund-made",
    type,
    orderId: payment.entity.order_id,
    refundId: refund.entity.id,
    paymentId: refund.entity.payment_id,
    paidPaise: payment.entity.amount,
    currency: payment.entity.currency,
    amountPaise: refund.entity.amount,
    receipt: refund.entity.receipt ?? null,
  };
}

function parseFailure(type: string, body: unknown): WebhookEvent {
  const { entity } = parseWith(failedSchema, body).payload.payment;
  if (entity.order_id === null) return { kind: "ignored", type };
  // PostgreSQL stores no NUL.
  const reason = (entity.error_description ?? "").replaceAll("\0", "").trim();
  return {
    kind: "payment-failed",
    type,
    orderId: entity.order_id,
    attemptedAt: new Date(entity.created_at * 1000),
    reason:
      reason.length > maxReasonCharacters ? `${cutText(reason, maxReasonCharacters - 1)}…` : reason || null,
  };
}

function unreadableWebhookError(cause: unknown): AppError {
  return new AppError("invalid_input", { msg: "This webhook cannot be read.", cause });
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch (cause) {
    throw unreadableWebhookError(cause);
  }
}

function parseWith<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (!read.success) throw unreadableWebhookError(read.error);
  return read.data;
}
