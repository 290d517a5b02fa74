import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../http/errors.ts";
import type { WebhookEvent } from "../../ports/payment.ts";

/*
 * What Razorpay and the sandbox have in common: how a payment is proven and how a webhook is written.
 * Sources: razorpay.com/docs/payments/server-integration/nodejs/payment-gateway/build-integration ("Verify Payment
 * Signature") and razorpay.com/docs/webhooks/validate-test.
 */

/** What the checkout hands to the page: HMAC-SHA256 of `order_id|payment_id` with the key's secret, in hexadecimal. */
export function checkoutSignature(keySecret: string, orderId: string, paymentId: string): string {
  return createHmac("sha256", keySecret).update(`${orderId}|${paymentId}`).digest("hex");
}

/** `X-Razorpay-Signature` of a webhook: HMAC-SHA256 of the raw body with the webhook's own secret, in hexadecimal. */
export function webhookSignature(webhookSecret: string, rawBody: Buffer): string {
  return createHmac("sha256", webhookSecret).update(rawBody).digest("hex");
}

/** Compares in a time that tells nothing about either, whatever their lengths. */
export function isSameSignature(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text.toLowerCase()).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const anyEvent = z.object({ event: z.string().max(100) });
const paymentEvent = z.object({
  payload: z.object({
    payment: z.object({
      entity: z.object({
        id: z.string().max(64),
        order_id: z.string().max(64),
        amount: z.number().int(),
        currency: z.string().max(8),
        status: z.string(),
      }),
    }),
  }),
});

/** Reads a webhook whose signature was found right. Throws `invalid_input` when it is not of the documented form. */
export function readEvent(rawBody: Buffer): WebhookEvent {
  const body = readJson(rawBody);
  const { event: type } = shaped(anyEvent, body);
  if (type !== "payment.captured") return { kind: "ignored", type };
  const { entity } = shaped(paymentEvent, body).payload.payment;
  return {
    kind: "payment-captured",
    type,
    orderId: entity.order_id,
    paymentId: entity.id,
    amountPaise: entity.amount,
    currency: entity.currency,
  };
}

function unreadable(cause: unknown): AppError {
  return new AppError("invalid_input", { msg: "This webhook cannot be read.", cause });
}

function readJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch (cause) {
    throw unreadable(cause);
  }
}

function shaped<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body);
  if (!read.success) throw unreadable(read.error);
  return read.data;
}
