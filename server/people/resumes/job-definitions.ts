import { z } from "zod";
import { defineJob } from "../../kernel/jobs/job.ts";

/** Scans a file that was held because the virus scanner was down. */
export const scanResumeFile = defineJob({
  name: "resumes.scan-file",
  payload: z.object({ storageKey: z.string() }),
});

/** Removes a file that no resume refers to any more. */
export const removeResumeFile = defineJob({
  name: "resumes.remove-file",
  payload: z.object({ storageKey: z.string() }),
});
