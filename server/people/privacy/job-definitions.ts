import { z } from "zod";
import { defineJob, emptyPayload } from "../../kernel/jobs/job.ts";

/** Deletes stored responses to old requests, every day. */
export const purgeAnswersDaily = defineJob({
  name: "privacy.purge-answers",
  payload: emptyPayload,
  cron: "29 3 * * *",
});

/** Deletes the list of mails that were sent more than 90 days ago, every day. */
export const purgeSentMailsDaily = defineJob({
  name: "privacy.purge-sent-mails",
  payload: emptyPayload,
  cron: "37 3 * * *",
});

/** Removes files whose rows were deleted. */
export const removeFiles = defineJob({
  name: "privacy.remove-files",
  payload: z.object({ keys: z.array(z.string()) }),
});
