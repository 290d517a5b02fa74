import { z } from "zod";
import { endpoint, idSchema, pageQuerySchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";

/** An interviewer's earning from one interview; `amount` in rupees. */
export const earningSchema = z.object({
  _id: idSchema,
  amount: z.number(),
  /** `void`: it was taken back and does not count, but is shown to explain a smaller payout. */
  status: z.enum(["pending", "credited", "void"]),
  creditedAt: wireInstantSchema.nullable(),
  /** When it was paid out; null when it was not. */
  paidAt: wireInstantSchema.nullable(),
  /** The bank's reference of the payout. */
  payoutReference: z.string().nullable(),
  /** When and why it was taken back, and, if it had been paid, when it was deducted from a payout. */
  voided: z
    .object({
      at: wireInstantSchema,
      reason: z.string().nullable(),
      takenOffAt: wireInstantSchema.nullable(),
    })
    .nullable(),
  createdAt: wireInstantSchema,
  /** Why it was earned without an interview; null when the interview took place. */
  without: z.enum(["late-cancellation", "no-show"]).nullable(),
  bookingId: z.object({
    _id: idSchema,
    startTime: wireInstantSchema,
    userId: z.object({ firstName: z.string(), lastName: z.string() }),
  }),
});
export type Earning = z.infer<typeof earningSchema>;

const heldEarningSchema = earningSchema.shape.bookingId.extend({
  minutesTogether: z.number().int(),
  /** Why it was short, in the interviewer's words; null until they say it. */
  reason: z.string().nullable(),
});
export type HeldEarning = z.infer<typeof heldEarningSchema>;

export const listEarnings = endpoint("GET /api/interviewer/earnings", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My earnings, newest first; the total counts credited ones only",
  query: pageQuerySchema,
  output: z.object({
    transactions: z.array(earningSchema),
    /** Rupees; the sum of all credited earnings, including those on other pages. */
    totalEarnings: z.number(),
    /** The part of all earnings that waits for feedback. */
    pending: z.object({ amount: z.number(), interviews: z.number().int() }),
    /**
     * Interviews that ended early, of which nothing is earned until the interviewee or we have answered, newest first, at
     * most 20.
     */
    held: z.array(heldEarningSchema).max(20),
    /** Paid earnings that were taken back, to be deducted from the next payout. */
    toDeduct: z.number(),
    /** The `after` of the next page, if there is one. */
    next: z.string().optional(),
  }),
});

export const getDashboardStats = endpoint("GET /api/interviewer/dashboard-stats", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "Average rating and counts of slots and interviews",
  output: z.object({
    averageRating: z.number().nullable(),
    /** Future slots that nobody has booked. */
    available: z.number().int(),
    /** Upcoming interviews. */
    booked: z.number().int(),
    completed: z.number().int(),
  }),
});

export const exportEarnings = endpoint("GET /api/interviewer/earnings.csv", {
  access: "interviewer",
  summary: "My earnings as CSV, newest first, with the price of each session, my share and deductions",
});
