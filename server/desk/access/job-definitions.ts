import { z } from "zod";
import { defineMailJob } from "../../kernel/jobs.ts";

/** Tells an operator that something about the second factor changed. */
export const sendSecondFactorNotice = defineMailJob({
  name: "operator.send-second-factor-notice",
  payload: z.object({ userId: z.string(), change: z.enum(["set up", "recovery code used", "reset"]) }),
});
