import { z } from "zod";
import { defineMailJob } from "../../kernel/jobs/job.ts";

/** Invites a person to become an interviewer. */
export const mailInvitation = defineMailJob({
  name: "interviewers.mail-invitation",
  payload: z.object({ invitationId: z.string() }),
});

/** Tells a person with an account that they are an interviewer now. */
export const mailNewInterviewer = defineMailJob({
  name: "interviewers.mail-new-interviewer",
  payload: z.object({ userId: z.string() }),
});
