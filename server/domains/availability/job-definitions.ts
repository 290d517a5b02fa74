import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Generates slots from weekly rules up to eight weeks ahead and removes those within their notice, every hour. */
export const generateWeekly = defineJob({
  name: "availability.lay-weekly",
  payload: z.unknown().transform(() => ({})),
  expireSeconds: 300,
  cron: "7 * * * *",
});
