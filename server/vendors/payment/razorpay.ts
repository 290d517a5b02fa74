import { z } from "zod";
import type { RazorpaySettings } from "../../kernel/config/provider-settings.ts";
import { AppError } from "../../kernel/errors.ts";
import { callProvider, malformedResponseError, type ProviderResponse } from "../call-provider.ts";
import type { PaymentProvider, ProviderPayment } from "./port.ts";
import {
  checkoutSignature,
  isSameSignature,
  parseWebhookEvent,
  webhookSignature,
} from "./razorpay-protocol.ts";

/*
 * The parts of Razorpay's responses that we read. `notes` is an object, or a list when it is empty
 * (razorpay.com/docs/api/understand: PHP's empty array), so the schema accepts both.
 */

const notesSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.never())]).optional();
const amountSchema = z.number().int().nonnegative();
const currencySchema = z.string().length(3);

export const orderResponseSchema = z.object({
  id: z.string().regex(/^order_\w{1,58}$/),
  amount: amountSchema,
  currency: currencySchema,
  receipt: z.string().nullable(),
  notes: notesSchema,
});

export const paymentResponseSchema = z.object({
  id: z.string().regex(/^pay_\w{1,60}$/),
  order_id: z.string(),
  amount: amountSchema,
  currency: currencySchema,
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  notes: notesSchema,
});
export type PaymentResponse = z.infer<typeof paymentResponseSchema>;

export const paymentListSchema = z.object({
  entity: z.literal("collection"),
  items: z.array(paymentResponseSchema),
});

export const orderListSchema = z.object({
  entity: z.literal("collection"),
  items: z.array(orderResponseSchema),
});

export const refundResponseSchema = z.object({
  id: z.string().regex(/^rfnd_\w{1,59}$/),
  amount: amountSchema,
  notes: notesSchema,
});

export const refundListSchema = z.object({
  entity: z.literal("collection"),
  items: z.array(
    refundResponseSchema.extend({
      payment_id: z.string().max(64),
      receipt: z.string().nullish(),
      status: z.enum(["pending", "processed", "failed"]),
    }),
  ),
});

export const razorpayErrorSchema = z.object({ error: z.object({ description: z.string().max(500) }) });

/** Razorpay over its API (razorpay.com/docs/api), without its SDK. */
export function razorpayPayments(settings: RazorpaySettings): PaymentProvider {
  const api = openRazorpayApi(settings);
  const { keyId, keySecret, webhookSecrets, checkoutUrl } = settings;
  return {
    name: "razorpay",
    checkout: { provider: "razorpay", scriptUrl: checkoutUrl, key: keyId },
    // Razorpay publishes no list. Its script uses a frame and calls of the API's host, and two hosts for its
    // own analytics.
    checkoutSources: {
      script: [new URL(checkoutUrl).origin],
      frame: [new URL(settings.apiUrl).origin, new URL(checkoutUrl).origin],
      connect: [
        new URL(settings.apiUrl).origin,
        "https://lumberjack.razorpay.com",
        "https://lumberjack-cx.razorpay.com",
      ],
    },
    ...api,
    isCheckoutSignature({ orderId, paymentId, signature }) {
      return isSameSignature(signature, checkoutSignature(keySecret, orderId, paymentId));
    },
    readWebhook(rawBody, signature) {
      // Tries every secret, so that the time does not reveal which one matched.
      const matches = webhookSecrets.map((secret) =>
        isSameSignature(signature, webhookSignature(secret, rawBody)),
      );
      return matches.includes(true) ? parseWebhookEvent(rawBody) : null;
    },
  };
}

const provider = "Razorpay";

/**
 * Razorpay refunds an authorized payment that is not captured within this many minutes ("Payment Capture
 * Settings").
 */
const automaticExpiryMinutes = 12;
const manualExpiryMinutes = 7200;

type RazorpayApi = Pick<
  PaymentProvider,
  "openOrder" | "listPayments" | "capturePayment" | "refundPayment" | "listRefunds" | "check"
>;

interface ApiCall<T> {
  method: "GET" | "POST";
  path: string;
  responseSchema: z.ZodType<T>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The calls of razorpay.com/docs/api that we use, with the key for basic authentication. */
export function openRazorpayApi({ apiUrl, keyId, keySecret }: RazorpaySettings): RazorpayApi {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function call<T>({
    method,
    path,
    responseSchema: schema,
    body,
    headers = {},
  }: ApiCall<T>): Promise<T> {
    const answer = await callProvider({
      provider,
      url: `${apiUrl}/v1/${path}`,
      method,
      headers: { authorization, ...headers },
      body,
    });
    if (answer.status >= 400) throw toAppError(answer, path);
    const read = schema.safeParse(answer.json);
    if (!read.success) throw malformedResponseError(provider, `the answer to ${path}`, read.error);
    return read.data;
  }

  return {
    async openOrder({ amountPaise, currency, receipt }) {
      const order = await call({
        method: "POST",
        path: "orders",
        responseSchema: orderResponseSchema,
        body: {
          amount: amountPaise,
          currency,
          receipt,
          payment: {
            capture: "automatic",
            capture_options: {
              automatic_expiry_period: automaticExpiryMinutes,
              manual_expiry_period: manualExpiryMinutes,
              refund_speed: "normal",
            },
          },
        },
      });
      if (order.receipt !== receipt)
        throw malformedResponseError(provider, "an order with another receipt", order.id);
      return { id: order.id, amountPaise: order.amount, currency: order.currency };
    },
    async listPayments(orderId) {
      const path = `orders/${encodeURIComponent(orderId)}/payments`;
      const { items } = await call({ method: "GET", path, responseSchema: paymentListSchema });
      return items.map((item) => toProviderPayment(item, orderId));
    },
    async capturePayment({ id, orderId, amountPaise, currency }) {
      const path = `payments/${encodeURIComponent(id)}/capture`;
      const body = { amount: amountPaise, currency };
      return toProviderPayment(
        await call({ method: "POST", path, responseSchema: paymentResponseSchema, body }),
        orderId,
      );
    },
    async listRefunds({ since, skip, count }) {
      const query = `from=${Math.floor(since.getTime() / 1000)}&count=${count}&skip=${skip}`;
      const { items } = await call({
        method: "GET",
        path: `refunds?${query}`,
        responseSchema: refundListSchema,
      });
      return items.map(({ id, payment_id: paymentId, amount: amountPaise, status, receipt }) => ({
        ...{ id, paymentId, amountPaise, status, receipt: receipt ?? null },
      }));
    },
    async check() {
      await call({ method: "GET", path: "orders?count=1", responseSchema: orderListSchema });
    },
    async refundPayment({ paymentId, amountPaise, idempotencyKey }) {
      const ask = (receipt: { receipt?: string }) =>
        call({
          method: "POST",
          path: `payments/${encodeURIComponent(paymentId)}/refund`,
          responseSchema: refundResponseSchema,
          body: { amount: amountPaise, ...receipt },
          headers: { "x-refund-idempotency": idempotencyKey },
        });
      const refund = await ask({ receipt: idempotencyKey }).catch(async (error: unknown) => {
        // Commit 6b64bc83 sent no receipt. Asked in its words, the provider answers with the refund of then.
        if (error instanceof AppError && /different request/i.test(error.message)) return await ask({});
        throw error;
      });
      if (refund.amount !== amountPaise)
        throw malformedResponseError(provider, "a refund of another amount", refund.id);
      return { refundId: refund.id };
    },
  };
}

function toProviderPayment(
  { id, amount, currency, status, order_id }: PaymentResponse,
  orderId: string,
): ProviderPayment {
  if (order_id !== orderId)
    throw malformedResponseError(provider, `a payment of another order than ${orderId}`, order_id);
  return { id, orderId, amountPaise: amount, currency, status };
}

/**
 * Maps a 4xx. Wrong keys, which we must fix, and 409, which means that the same call is still in progress, become
 * `unavailable` for users. Any other refusal becomes `conflict` with Razorpay's message.
 */
function toAppError({ status, json }: ProviderResponse, path: string): AppError {
  const read = razorpayErrorSchema.safeParse(json);
  const description = read.success ? read.data.error.description : "no reason given";
  const cause = new Error(`Razorpay refused ${path} with ${status}: ${description}`);
  if ([401, 403, 404, 409].includes(status)) {
    return new AppError("unavailable", {
      msg: "Razorpay cannot be used at the moment. Please try again shortly.",
      retryAfterSeconds: 60,
      cause,
    });
  }
  return new AppError("conflict", { msg: `Razorpay refuses: ${description}`, cause });
}
