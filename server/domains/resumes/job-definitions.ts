import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Looks a file through that was held back because the virus scanner was away. */
export const scanResumeFile = defineJob({
  name: "resumes.scan-file",
  payload: z.object({ storageKey: z.string() }),
});

/** Removes a file that no resume names any more. */
export const removeResumeFile = defineJob({
  name: "resumes.remove-file",
  payload: z.object({ storageKey: z.string() }),
});
