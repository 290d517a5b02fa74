import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { idSchema } from "./ids.ts";
import { wireInstantSchema } from "./time.ts";

/** What one interview pays its interviewer; `amount` in rupees. */
export const earningSchema = z.object({
  _id: idSchema,
  amount: z.number(),
  /** `void`: it was taken away, counts for nothing, and is shown so that a smaller payout explains itself. */
  status: z.enum(["pending", "credited", "void"]),
  creditedAt: wireInstantSchema.nullable(),
  /** When it was paid out; null: not yet. */
  paidAt: wireInstantSchema.nullable(),
  /** When and why it was taken away, and when that was taken off a payout, where it had been paid. */
  voided: z
    .object({
      at: wireInstantSchema,
      reason: z.string().nullable(),
      takenOffAt: wireInstantSchema.nullable(),
    })
    .nullable(),
  createdAt: wireInstantSchema,
  bookingId: z.object({
    _id: idSchema,
    startTime: wireInstantSchema,
    userId: z.object({ firstName: z.string(), lastName: z.string() }),
  }),
});
export type Earning = z.infer<typeof earningSchema>;

export const listEarnings = endpoint({
  method: "GET",
  path: "/api/interviewer/earnings",
  access: "interviewer",
  summary: "My earnings, newest first; the total counts credited ones only",
  output: z.object({ transactions: z.array(earningSchema), totalEarnings: z.number() }),
});

export const getDashboardStats = endpoint({
  method: "GET",
  path: "/api/interviewer/dashboard-stats",
  access: "interviewer",
  summary: "Average rating and counts of slots and interviews",
  output: z.object({
    averageRating: z.number().nullable(),
    /** Slots from now on that nobody has booked. */
    available: z.number().int(),
    /** Upcoming interviews. */
    booked: z.number().int(),
    completed: z.number().int(),
  }),
});

export const exportEarnings = endpoint({
  method: "GET",
  path: "/api/interviewer/earnings.csv",
  access: "interviewer",
  summary: "My earnings as CSV, newest first, with what each session was sold for and my share",
});
