import { z } from "zod";

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
      status: z.enum(["pending", "processed", "failed"]),
    }),
  ),
});

export const razorpayErrorSchema = z.object({ error: z.object({ description: z.string().max(500) }) });
