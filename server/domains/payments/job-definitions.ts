import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Mails the receipt of a captured payment. */
export const sendReceipt = defineJob({
  name: "payments.send-receipt",
  payload: z.object({ paymentId: z.string() }),
});

/** Asks the provider for every order whose end nobody has told us, when its time has come: every minute. */
export const reconcileOrders = defineJob({
  name: "payments.reconcile",
  payload: z.unknown().transform(() => ({})),
  cron: "* * * * *",
});

/** Tells us of something about an order or a refund that only a person can put right. */
export const noteToOperator = defineJob({
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
  ]),
});

const refundPayload = z.object({ refundId: z.string() });

/** Gives the money of a refund back at the provider. */
export const sendRefund = defineJob({ name: "payments.send-refund", payload: refundPayload });

/** Tells its person that the money is on its way back. */
export const mailRefund = defineJob({ name: "payments.mail-refund", payload: refundPayload });
