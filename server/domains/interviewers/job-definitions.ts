import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Asks somebody without an account to become an interviewer. */
export const mailInvitation = defineJob({
  name: "interviewers.mail-invitation",
  payload: z.object({ invitationId: z.string() }),
});

/** Tells somebody with an account that they are an interviewer now. */
export const mailNewInterviewer = defineJob({
  name: "interviewers.mail-new-interviewer",
  payload: z.object({ userId: z.string() }),
});
