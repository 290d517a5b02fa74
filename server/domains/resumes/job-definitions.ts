import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Removes a file that no resume names any more. */
export const removeResumeFile = defineJob({
  name: "resumes.remove-file",
  payload: z.object({ storageKey: z.string() }),
});
