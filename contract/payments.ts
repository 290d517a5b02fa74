import { z } from "zod";
import { endpoint, messageSchema } from "./endpoint.ts";
import { idParamsSchema, idSchema } from "./ids.ts";
import { rupeesSchema } from "./money.ts";
import { couponCodeSchema, planTypeSchema, planTypes, priceLineSchema, statedPriceShape } from "./plans.ts";
import { wireInstantSchema } from "./time.ts";

/** What the browser needs to open the provider's checkout. */
export const checkoutSchema = z.object({
  provider: z.enum(["sandbox", "razorpay"]),
  /** The script to load on demand; it defines `window.Razorpay`. */
  scriptUrl: z.string(),
  /** The provider's public key id. */
  key: z.string(),
  /** Shown in the checkout. */
  name: z.string(),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
});
export type Checkout = z.infer<typeof checkoutSchema>;

export const createOrder = endpoint({
  method: "POST",
  path: "/api/payment/create-order",
  access: "interviewee",
  summary: "Open a payment order at the price that was shown, or answer 409 with the fresh quote",
  body: z.strictObject({ ...statedPriceShape, coupon: couponCodeSchema.optional() }),
  output: z.object({
    /** The provider's order id. */
    id: z.string(),
    /** Paise, as the provider's checkout expects. */
    amount: z.number().int(),
    currency: z.string(),
    msg: z.string(),
    checkout: checkoutSchema,
  }),
});

/** What people read when a payment cannot be proven (spec §8). */
export const verificationFailed = "Payment verification failed on server. Contact support.";

const providerId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_]+$/, "This is not an id of the payment provider.");

export const verifyPayment = endpoint({
  method: "POST",
  path: "/api/payment/verify-payment",
  access: "interviewee",
  summary: "Check the checkout's signature and grant the sessions, once",
  body: z.strictObject({
    razorpay_order_id: providerId,
    razorpay_payment_id: providerId,
    razorpay_signature: z.string({ error: verificationFailed }).regex(/^[0-9a-f]{64}$/i, verificationFailed),
    planType: planTypeSchema,
    newPrice: rupeesSchema,
  }),
  output: messageSchema,
});

/** Called by the provider, not by a browser: the body is read raw, its signature stands in `X-Razorpay-Signature`. */
export const receiveWebhook = endpoint({
  method: "POST",
  path: "/api/payment/webhook",
  access: "public",
  summary: "The payment provider tells of a captured payment; signed over the raw body",
  output: messageSchema,
});

export const purchaseSchema = z.object({
  _id: idSchema,
  planType: z.enum(planTypes),
  sessions: z.number().int(),
  /** Rupees paid. */
  amount: z.number(),
  currency: z.string(),
  lines: z.array(priceLineSchema),
  status: z.enum(["captured", "refunded"]),
  paidAt: wireInstantSchema,
  receipt: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const listPurchases = endpoint({
  method: "GET",
  path: "/api/user/purchases",
  access: "interviewee",
  summary: "My payments with their receipts, newest first",
  output: z.array(purchaseSchema),
});

/** Money given back, wholly or in part. `pending`: on its way to the provider. */
const refundSchema = z.object({
  _id: idSchema,
  /** Rupees. */
  amount: z.number(),
  sessions: z.number().int(),
  status: z.enum(["pending", "done"]),
  createdAt: wireInstantSchema,
});

/** A purchase with who sold it to whom, to be printed and kept. */
export const receiptSchema = purchaseSchema.extend({
  seller: z.object({ name: z.string(), supportEmail: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Oldest first. */
  refunds: z.array(refundSchema),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const getReceipt = endpoint({
  method: "GET",
  path: "/api/user/purchases/:id",
  access: "interviewee",
  summary: "The receipt of one of my payments",
  params: idParamsSchema,
  output: receiptSchema,
});

/** Sandbox only, never in production: what a person did in the checkout. */
export const paySandboxOrder = endpoint({
  method: "POST",
  path: "/api/sandbox/orders/:id/pay",
  access: "public",
  summary: "Sandbox: pay, fail or close an order; answers what the checkout would have called back with",
  params: z.strictObject({ id: providerId }),
  body: z.strictObject({ outcome: z.enum(["success", "failure", "closed"]) }),
  output: z.union([
    z.object({
      razorpay_order_id: z.string(),
      razorpay_payment_id: z.string(),
      razorpay_signature: z.string(),
    }),
    z.object({
      error: z.object({
        code: z.string(),
        description: z.string(),
        source: z.string(),
        step: z.string(),
        reason: z.string(),
        metadata: z.object({ order_id: z.string(), payment_id: z.string() }),
      }),
    }),
    z.object({ closed: z.literal(true) }),
  ]),
});
