import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";

/** Generates a code and mails it. The plain code exists only in the mail. */
export const sendOneTimeCode = defineMailJob({
  name: "accounts.send-code",
  payload: z.object({ codeId: z.string() }),
});

/** Tells a user that their password was changed. */
export const sendPasswordNotice = defineMailJob({
  name: "accounts.send-password-notice",
  payload: z.object({ userId: z.string() }),
});

/** Tells a user that their new account has no password. */
export const sendNoPasswordNotice = defineMailJob({
  name: "accounts.send-no-password-notice",
  payload: z.object({ userId: z.string() }),
});

/** Tells a user that a browser signed in for the first time. */
export const sendNewDeviceNotice = defineMailJob({
  name: "accounts.send-new-device-notice",
  payload: z.object({ deviceId: z.string() }),
});

/** Tells a user that the attempts of unknown browsers are used up, and how they can still sign in. */
export const sendLockoutNotice = defineMailJob({
  name: "accounts.send-lockout-notice",
  payload: z.object({ noticeId: z.string() }),
});

/** Clears unfinished sign-ups and deletes old codes, every day. */
export const purgeCodesDaily = defineJob({
  name: "accounts.purge-codes",
  payload: emptyPayload,
  cron: "41 3 * * *",
});
