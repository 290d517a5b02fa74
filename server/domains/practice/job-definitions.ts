import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Has the model draft the report of a practice round. Its calls may take two minutes. */
export const makeRoundReport = defineJob({
  name: "practice.make-report",
  payload: z.object({ roundId: z.string() }),
  expireSeconds: 240,
});
