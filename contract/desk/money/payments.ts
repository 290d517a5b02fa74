import { z } from "zod";
import { endpoint, idSchema } from "../../kernel/endpoint.ts";
import { instantSchema, wireInstantSchema } from "../../kernel/instants.ts";
import { optionalLine } from "../../kernel/text.ts";
import { planTypes, priceLineSchema } from "../../money/plans.ts";
import { deskAction, deskList, deskPersonSchema, maxActionRows, personSearch } from "../actions.ts";
import { mostOpenApprovals, openApprovalSchema } from "../approvals.ts";

/** Where a payment's money is. While a refund has not gone out, the state is the refund's. */
export const paymentStates = [
  "captured",
  "part-refunded",
  "refunded",
  "refund-waiting",
  "refund-refused",
] as const;
export type PaymentState = (typeof paymentStates)[number];

const paymentShape = {
  _id: idSchema,
  person: deskPersonSchema,
  planType: z.enum(planTypes),
  sessions: z.number().int(),
  /** Rupees. */
  amount: z.number(),
  refunded: z.number(),
  state: z.enum(paymentStates),
  /** The sentence that says why a full refund is refused; null when it is possible. */
  notInFull: z.string().nullable(),
  paidAt: wireInstantSchema,
  receipt: z.string(),
  /** The provider's ids. */
  paymentReference: z.string(),
  orderReference: z.string(),
};

export const deskPaymentSchema = z.object(paymentShape);
export type DeskPayment = z.infer<typeof deskPaymentSchema>;

const deskRefundSchema = z.object({
  _id: idSchema,
  /** Rupees. */
  amount: z.number(),
  /** The sessions that were taken back; 0: out of goodwill, or a part of what is owed for others. */
  sessions: z.number().int(),
  /** Made at the provider, and the desk has neither taken its sessions back nor left them. */
  isUndecided: z.boolean(),
  /** For sessions that another refund of the payment counts. */
  isPartOfOwed: z.boolean(),
  reason: z.string(),
  /** `waiting`: the provider has not accepted it yet. `refused`: it refuses the refund, and we try again. */
  state: z.enum(["waiting", "refused", "sent"]),
  /** The provider's error message, while it refuses the refund. */
  refusal: z.string().nullable(),
  createdAt: wireInstantSchema,
  sentAt: wireInstantSchema.nullable(),
  reference: z.string().nullable(),
});

export const deskPaymentDetailSchema = z.object({
  ...paymentShape,
  lines: z.array(priceLineSchema),
  coupon: z.string().nullable(),
  provider: z.string(),
  orderedAt: wireInstantSchema,
  /** How many of its sessions can still be booked. */
  left: z.number().int(),
  /** Spent for good: the interview is over, or was canceled too late. */
  used: z.number().int(),
  /** Spent on upcoming interviews. */
  booked: z.number().int(),
  takenBack: z.number().int(),
  /** The most that can be refunded for used sessions, as goodwill, in rupees. */
  goodwillLimit: z.number(),
  /** The value of each remaining session in rupees, in the order in which refunds take them. */
  leftValues: z.array(z.number()),
  refunds: z.array(deskRefundSchema),
  /** Its refunds that wait for a second operator, oldest first. */
  askedRefunds: z.array(openApprovalSchema).max(mostOpenApprovals),
});
export type DeskPaymentDetail = z.infer<typeof deskPaymentDetailSchema>;

export const listDeskPayments = deskList("/api/operator/payments", {
  summary:
    "Payments, newest first; by person, state, plan and time, or by a receipt or the provider's id of the payment or order",
  filters: {
    person: personSearch,
    /** A receipt, or the provider's id of the payment or of its order. */
    reference: optionalLine({ label: "Reference", max: 100 }).optional(),
    /** `refunded`: the whole price went back. `captured`: all other payments, also partly refunded ones. */
    state: z.enum(["captured", "refunded"]).optional(),
    plan: z.enum(planTypes).optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  },
  row: deskPaymentSchema,
});

export const getDeskPayment = endpoint("GET /api/operator/payments/:id", {
  access: "operator",
  summary: "One payment with its order, sessions and refunds",
  output: deskPaymentDetailSchema,
});

const refundItem = z.union(
  [
    z.strictObject({
      paymentId: idSchema,
      /** `all`: everything that earlier refunds left of the payment. */
      sessions: z.union([z.literal("all"), z.number().int().min(1).max(100)], {
        error: "Say how many sessions, from 1 to 100, or all.",
      }),
    }),
    z.strictObject({
      paymentId: idSchema,
      /** Rupees for sessions that are used and stay used. */
      goodwill: z.number().min(1).max(1_000_000).multipleOf(0.01),
    }),
  ],
  { error: "Say how many sessions, from 1 to 100, or all; or an amount out of goodwill, at least ₹1." },
);
export type RefundItem = z.infer<typeof refundItem>;

export const refundPayments = deskAction("/api/operator/refunds", {
  access: "owner",
  summary: "Refund payments in full, by sessions or out of goodwill, all or none of them",
  shape: {
    items: z
      .array(refundItem)
      .min(1, "Choose a payment.")
      .max(maxActionRows, `At most ${maxActionRows} payments can be refunded at once.`)
      .refine(
        (items) => new Set(items.map(({ paymentId }) => paymentId)).size === items.length,
        "A payment can be in the list only once.",
      ),
  },
});

export const unsentRefundSchema = deskRefundSchema.extend({ paymentId: idSchema, person: deskPersonSchema });
export type UnsentRefund = z.infer<typeof unsentRefundSchema>;

export const listUnsentRefunds = deskList("/api/operator/refunds", {
  summary: "Refunds whose money has not gone out, oldest first",
  filters: { state: z.enum(["waiting", "refused"]).optional() },
  row: unsentRefundSchema,
});

export const retryRefund = deskAction("/api/operator/refunds/:id/retry", {
  access: "owner",
  summary: "Ask the provider again for a refund that has not gone out",
});

export const leaveSessions = deskAction("/api/operator/refunds/:id/leave-sessions", {
  access: "owner",
  summary: "Leave the sessions of a refund that was made at the provider, which then counts as goodwill",
});

/** Of an unpaid order. `given-up`: we no longer ask the provider. `failed`: the provider never opened it. */
export const orderStates = ["open", "given-up", "failed"] as const;

export const unpaidOrderSchema = z.object({
  _id: idSchema,
  person: deskPersonSchema,
  planType: z.enum(planTypes),
  /** Rupees. */
  amount: z.number(),
  state: z.enum(orderStates),
  createdAt: wireInstantSchema,
  receipt: z.string(),
  orderReference: z.string().nullable(),
  /** How often we asked the provider, and when we ask again. */
  checks: z.number().int(),
  nextCheckAt: wireInstantSchema.nullable(),
  /** When and why the provider last declined a payment. */
  lastDecline: z.object({ at: wireInstantSchema, reason: z.string().nullable() }).nullable(),
});
export type UnpaidOrder = z.infer<typeof unpaidOrderSchema>;

export const listUnpaidOrders = deskList("/api/operator/orders", {
  summary: "Orders that were never paid, newest first",
  filters: {
    state: z.enum(orderStates).optional(),
    person: personSearch,
  },
  row: unpaidOrderSchema,
});

export const checkOrder = deskAction("/api/operator/orders/:id/check", {
  access: "operator",
  summary: "Ask the provider once more whether an order was paid",
});
