import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Looks for files that nothing names any more, every hour. */
export const sweepFiles = defineJob({
  name: "files.sweep",
  payload: z.unknown().transform(() => ({})),
  cron: "23 * * * *",
  // A large bucket is listed page by page.
  expireSeconds: 600,
});

/** Tells a person that a file of theirs, held back until it was scanned, had a virus in it. */
export const mailInfectedFile = defineJob({
  name: "files.mail-infected",
  payload: z.object({ userId: z.string(), fileName: z.string(), found: z.string() }),
});
