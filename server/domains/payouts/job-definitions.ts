import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Tells an interviewer that money is on its way to them. */
export const mailPayout = defineJob({
  name: "payouts.mail-payout",
  payload: z.object({ payoutId: z.string() }),
});
