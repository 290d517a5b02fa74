import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";

/** Generates slots from weekly rules up to eight weeks ahead and removes those within their notice, every hour. */
export const generateWeekly = defineJob({
  name: "availability.lay-weekly",
  payload: emptyPayload,
  expireSeconds: 300,
  cron: "7 * * * *",
});

const calendarDay = { interviewerId: z.string(), day: z.string(), timeZone: z.string() };

/** Tells an interviewer that an operator closed a day of theirs, unless that day off has ended by then. */
export const mailDayClosed = defineMailJob({
  name: "availability.mail-day-closed",
  payload: z.object({ ...calendarDay, timeOffId: z.string() }),
});

/** Tells an interviewer that a closed day is open again, unless it has been closed again by then. */
export const mailDayReopened = defineMailJob({
  name: "availability.mail-day-reopened",
  payload: z.object(calendarDay),
});
