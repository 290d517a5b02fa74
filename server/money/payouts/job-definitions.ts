import { z } from "zod";
import { defineMailJob } from "../../kernel/jobs/job.ts";

/** Tells an interviewer that money is on its way to them. */
export const mailPayout = defineMailJob({
  name: "payouts.mail-payout",
  payload: z.object({ payoutId: z.string() }),
});

/** Tells an interviewer that the bank returned a transfer to them. */
export const mailPayoutReturned = defineMailJob({
  name: "payouts.mail-payout-returned",
  payload: z.object({ payoutId: z.string() }),
});

/** Tells an interviewer that their payout details change, or that a change was withdrawn. */
export const mailDetailsChange = defineMailJob({
  name: "payouts.mail-details-change",
  payload: z.object({ userId: z.string(), change: z.enum(["changed", "withdrawn"]) }),
});
