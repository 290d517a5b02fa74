import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../../kernel/jobs/job.ts";

/** Confirms to an applicant that the application arrived. */
export const mailApplicationReceived = defineMailJob({
  name: "interviewers.mail-application-received",
  payload: z.object({ applicationId: z.string() }),
});

/** Writes to an applicant: a question, an invitation to a trial, or a decline. */
export const mailApplicationStep = defineMailJob({
  name: "interviewers.mail-application-step",
  payload: z.object({ stepId: z.string() }),
});

/** Deletes applications that were decided or answered long ago, or never answered, every day. */
export const purgeApplicationsDaily = defineJob({
  name: "interviewers.purge-applications",
  payload: emptyPayload,
  cron: "43 3 * * *",
});
