import { z } from "zod";
import { endpoint, messageSchema } from "../../kernel/endpoint.ts";
import { wireInstantSchema } from "../../kernel/time.ts";

const path = "/api/user/interviewer-invitation";

export const getInterviewerInvitation = endpoint({
  method: "GET",
  path,
  access: "signed-in",
  isVisibleInSeeAs: true,
  summary: "The open invitation of your own account to become an interviewer",
  output: z.object({
    /** Null when none is open. */
    invitation: z
      .object({
        expiresAt: wireInstantSchema,
        /** Why it cannot be accepted now, as a sentence; null when it can. */
        obstacle: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const acceptInterviewerInvitation = endpoint({
  method: "POST",
  path: `${path}/accept`,
  access: "interviewee",
  limit: "account-change-by-user",
  summary: "Become an interviewer with your own account, as invited",
  output: messageSchema,
});

export const declineInterviewerInvitation = endpoint({
  method: "POST",
  path: `${path}/decline`,
  access: "interviewee",
  limit: "account-change-by-user",
  summary: "Decline the invitation to become an interviewer",
  output: messageSchema,
});
