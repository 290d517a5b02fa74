import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs/job.ts";

/** Removes files that no row refers to any more, every hour. */
export const sweepFiles = defineJob({
  name: "files.sweep",
  payload: emptyPayload,
  cron: "23 * * * *",
  // A large bucket is listed page by page, which takes time.
  expireSeconds: 600,
});

/** Tells a person that their file, which was held back for scanning, contained a virus. */
export const mailInfectedFile = defineMailJob({
  name: "files.mail-infected",
  payload: z.object({ userId: z.string(), fileName: z.string(), found: z.string() }),
});
