import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Ends a practice round whose time is over and that nobody has ended. */
export const endRoundInTime = defineJob({
  name: "practice.end-round",
  payload: z.object({ roundId: z.string(), userId: z.string() }),
});

/** Has the model draft the report of a practice round. Its calls may take two minutes. */
export const makeRoundReport = defineJob({
  name: "practice.make-report",
  payload: z.object({ roundId: z.string() }),
  expireSeconds: 240,
});
