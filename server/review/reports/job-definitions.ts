import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";

const bookingPayload = z.object({ bookingId: z.string() });

/** Makes the report of a completed interview, unless it exists. Its calls may take two minutes. */
export const makeReport = defineJob({ name: "reports.make", payload: bookingPayload, expireSeconds: 240 });

/** Finds interviews whose report was never tried or was given up, every hour. */
export const findMissingReports = defineJob({
  name: "reports.find-missing",
  payload: emptyPayload,
  cron: "49 * * * *",
});

/** Tells the interviewee that the report is ready. */
export const mailReport = defineMailJob({ name: "reports.mail", payload: bookingPayload });
