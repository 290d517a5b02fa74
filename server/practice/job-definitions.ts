import { z } from "zod";
import { defineJob, emptyPayload } from "../kernel/jobs.ts";

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

/** Deletes the counts of the model's calls of earlier days, every night. */
export const purgeModelCallsDaily = defineJob({
  name: "practice.purge-model-calls",
  payload: emptyPayload,
  cron: "7 21 * * *",
});
