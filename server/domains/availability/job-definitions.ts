import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Lays the slots of weekly rules up to eight weeks ahead and takes back those within their notice, every hour. */
export const layWeekly = defineJob({
  name: "availability.lay-weekly",
  payload: z.unknown().transform(() => ({})),
  expireSeconds: 300,
  cron: "7 * * * *",
});
