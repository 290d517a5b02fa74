import { z } from "zod";
import { endpoint, idSchema, messageSchema, pageQuerySchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { rupeesSchema } from "../kernel/money.ts";
import { couponCodeSchema, planTypeSchema, planTypes, priceLineSchema, statedPriceShape } from "./plans.ts";

/** The data that the browser needs to open the provider's checkout. */
export const checkoutSchema = z.object({
  provider: z.enum(["sandbox", "razorpay"]),
  /** The script to load on demand, which defines `window.Razorpay`. */
  scriptUrl: z.string(),
  /** The provider's public key id. */
  key: z.string(),
  /** Shown in the checkout. */
  name: z.string(),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
});
export type Checkout = z.infer<typeof checkoutSchema>;

export const createOrder = endpoint("POST /api/payment/create-order", {
  access: "interviewee",
  limit: "order-by-user",
  summary: "Open a payment order at the price that was shown, or answer 409 with the fresh quote",
  body: z.strictObject({
    ...statedPriceShape,
    coupon: couponCodeSchema.optional(),
    /** The slot that the purchase is for, which must be held for this person. Paying books it. */
    slotId: idSchema.optional(),
  }),
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

/** Shown when a payment cannot be verified (requirements §8). */
export const verificationFailedMessage = "Payment verification failed on server. Contact support.";

const providerIdSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_]+$/, "This is not an id of the payment provider.");

export const verifyPayment = endpoint("POST /api/payment/verify-payment", {
  access: "interviewee",
  limit: "payment-check-by-user",
  summary: "Check the checkout's signature and grant the sessions, once",
  body: z.strictObject({
    razorpay_order_id: providerIdSchema,
    razorpay_payment_id: providerIdSchema,
    razorpay_signature: z
      .string({ error: verificationFailedMessage })
      .regex(/^[0-9a-f]{64}$/i, verificationFailedMessage),
    planType: planTypeSchema,
    newPrice: rupeesSchema,
  }),
  output: messageSchema.extend({
    /** The slot that the purchase was for, with its booking; null if it could not be booked, or the booking was canceled. */
    slot: z.object({ slotId: idSchema, bookingId: idSchema.nullable() }).optional(),
  }),
});

/**
 * The provider calls it, not a browser. The body is read raw, and `X-Razorpay-Signature` has its signature.
 */
export const receiveWebhook = endpoint("POST /api/payment/webhook", {
  access: "public",
  summary: "The payment provider's webhook for captured and declined payments; signed over the raw body",
  output: messageSchema,
});

export const purchaseSchema = z.object({
  _id: idSchema,
  planType: z.enum(planTypes),
  sessions: z.number().int(),
  /** Rupees paid. */
  amount: z.number(),
  /** Rupees refunded, including those on their way. */
  refunded: z.number(),
  currency: z.string(),
  lines: z.array(priceLineSchema),
  status: z.enum(["captured", "refunded"]),
  paidAt: wireInstantSchema,
  receipt: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

export const listPurchases = endpoint("GET /api/user/purchases", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "My payments with their receipts, newest first",
  query: pageQuerySchema,
  output: z.array(purchaseSchema),
});

/** Money that was refunded, in full or in part. `pending`: on its way to the provider. */
const refundSchema = z.object({
  _id: idSchema,
  /** Rupees. */
  amount: z.number(),
  sessions: z.number().int(),
  status: z.enum(["pending", "done"]),
  createdAt: wireInstantSchema,
});

/** A purchase with seller and buyer, to print and keep. */
export const receiptSchema = purchaseSchema.extend({
  seller: z.object({ name: z.string(), supportEmail: z.string() }),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Oldest first. */
  refunds: z.array(refundSchema),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const getReceipt = endpoint("GET /api/user/purchases/:id", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "The receipt of one of my payments",
  output: receiptSchema,
});

/** Sandbox only, never in production: records what a person did in the checkout. */
export const paySandboxOrder = endpoint("POST /api/sandbox/orders/:id/pay", {
  access: "public",
  summary: "Sandbox: pay, fail or close an order; returns what the checkout would pass to its callback",
  params: z.strictObject({ id: providerIdSchema }),
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

/** `refund`: we took bought credits back for money; `taken-back`: we took granted credits back. */
export const ledgerKinds = ["grant", "spend", "return", "refund", "taken-back"] as const;

/**
 * An entry of the credit ledger. `delta` is a number of credits; `balance` is what was left after the entry.
 */
export const ledgerEntrySchema = z.object({
  _id: z.string(),
  kind: z.enum(ledgerKinds),
  delta: z.number().int(),
  balance: z.number().int(),
  reason: z.string(),
  bookingId: idSchema.nullable(),
  createdAt: wireInstantSchema,
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export const listLedger = endpoint("GET /api/user/credits", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "Every session that was bought, used, returned or refunded, newest first",
  query: pageQuerySchema,
  output: z.array(ledgerEntrySchema),
});
