import { z } from "zod";

/*
 * Razorpay's answers, as far as we read them. `notes` is an object, and when it is empty a list
 * (razorpay.com/docs/api/understand: PHP's empty array), so it stands here only to be let through.
 */

const notes = z.union([z.record(z.string(), z.unknown()), z.array(z.never())]).optional();
const amount = z.number().int().nonnegative();
const currency = z.string().length(3);

export const orderAnswer = z.object({
  id: z.string().regex(/^order_\w{1,58}$/),
  amount,
  currency,
  receipt: z.string().nullable(),
  notes,
});

export const paymentAnswer = z.object({
  id: z.string().regex(/^pay_\w{1,60}$/),
  order_id: z.string(),
  amount,
  currency,
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  notes,
});
export type WirePayment = z.infer<typeof paymentAnswer>;

export const paymentList = z.object({ entity: z.literal("collection"), items: z.array(paymentAnswer) });

export const orderList = z.object({ entity: z.literal("collection"), items: z.array(orderAnswer) });

export const refundAnswer = z.object({ id: z.string().regex(/^rfnd_\w{1,59}$/), amount, notes });

export const errorAnswer = z.object({ error: z.object({ description: z.string().max(500) }) });
