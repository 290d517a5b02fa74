import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../kernel/jobs.ts";

const bookingPayload = z.object({ bookingId: z.string() });

/** Handles missing and late feedback, every minute. */
export const checkFeedbackDeadlines = defineJob({
  name: "feedback.chase",
  payload: emptyPayload,
  cron: "* * * * *",
});

/** Scans a file that was held back because the virus scanner was unavailable. */
export const scanFeedbackFile = defineJob({
  name: "feedback.scan-file",
  payload: z.object({ storageKey: z.string() }),
});

/** Tells an interviewee that their interviewer's feedback is here. */
export const mailFeedbackArrived = defineMailJob({
  name: "feedback.mail-arrived",
  payload: bookingPayload,
});

/** Reminds an interviewer to give their feedback. */
export const mailFeedbackReminder = defineMailJob({
  name: "feedback.mail-reminder",
  payload: bookingPayload,
});

/** Tells one party that the feedback is late and what the interviewee was given for it. */
export const mailRemedy = defineMailJob({
  name: "feedback.mail-remedy",
  payload: bookingPayload.extend({ to: z.enum(parties) }),
});

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
