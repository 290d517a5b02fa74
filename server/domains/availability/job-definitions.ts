import { z } from "zod";
import { defineJob, defineMailJob } from "../../jobs/job.ts";

/** Generates slots from weekly rules up to eight weeks ahead and removes those within their notice, every hour. */
export const generateWeekly = defineJob({
  name: "availability.lay-weekly",
  payload: z.unknown().transform(() => ({})),
  expireSeconds: 300,
  cron: "7 * * * *",
});

/** Tells an interviewer that an operator closed a day of theirs. */
export const mailDayClosed = defineMailJob({
  name: "availability.mail-day-closed",
  payload: z.object({ interviewerId: z.string(), day: z.string(), timeZone: z.string() }),
});
