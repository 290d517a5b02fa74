import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";

/** Mails the receipt of a captured payment. */
export const sendReceipt = defineMailJob({
  name: "payments.send-receipt",
  payload: z.object({ paymentId: z.string() }),
});

/** Every minute, asks the provider about each open order whose check is due. */
export const reconcileOrders = defineJob({
  name: "payments.reconcile",
  payload: emptyPayload,
  cron: "* * * * *",
});

/** Every hour, asks the provider for refunds that we did not make. */
export const findRefundsHourly = defineJob({
  name: "payments.find-refunds",
  payload: emptyPayload,
  cron: "17 * * * *",
});

/** Tells us about an order or a refund that only a person can resolve. */
export const notifyOperator = defineMailJob({
  name: "payments.note-to-operator",
  payload: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("given-up"), orderId: z.string(), hasAnswered: z.boolean() }),
    z.object({
      kind: z.literal("mismatch"),
      orderId: z.string(),
      providerPaymentId: z.string(),
      amountPaise: z.number().int(),
      currency: z.string(),
    }),
    z.object({ kind: z.literal("refund-refused"), refundId: z.string() }),
    z.object({ kind: z.literal("deleted-buyer"), orderId: z.string(), paymentId: z.string() }),
  ]),
});

/** Tells us about a payment at a price that its buyer, or enough others, had paid before. */
export const tellDiscountAgain = defineMailJob({
  name: "payments.discount-again",
  payload: z.object({
    orderId: z.string(),
    paymentId: z.string(),
    discounts: z.array(z.enum(["founding", "per-user", "total"])),
    coupon: z.string().nullable(),
  }),
});

const refundPayload = z.object({ refundId: z.string() });

/** Sends the money of a refund at the provider. */
export const sendRefund = defineJob({ name: "payments.send-refund", payload: refundPayload });

/** Tells the buyer that the money is on its way. */
export const mailRefund = defineMailJob({ name: "payments.mail-refund", payload: refundPayload });
