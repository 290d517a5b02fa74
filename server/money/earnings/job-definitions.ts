import { z } from "zod";
import { defineMailJob } from "../../kernel/jobs/job.ts";
import { payoutStates } from "../payouts/rules.ts";

/** Tells an interviewer that an operator took back an earning, and why. */
export const mailReversal = defineMailJob({
  name: "earnings.mail-reversal",
  payload: z.object({ bookingId: z.string(), payoutState: z.enum(payoutStates) }),
});
