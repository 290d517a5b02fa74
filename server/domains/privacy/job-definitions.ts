import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Removes files whose rows are gone. */
export const removeFiles = defineJob({
  name: "privacy.remove-files",
  payload: z.object({ keys: z.array(z.string()) }),
});
