import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Makes a code and mails it. The code stands nowhere but in the mail. */
export const sendCode = defineJob({
  name: "accounts.send-code",
  payload: z.object({ codeId: z.string() }),
});

/** Tells a person that their password was changed. */
export const sendPasswordNotice = defineJob({
  name: "accounts.send-password-notice",
  payload: z.object({ userId: z.string() }),
});
