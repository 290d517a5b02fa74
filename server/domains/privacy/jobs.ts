import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { removeFiles } from "./job-definitions.ts";

export const privacyJobs: JobHandler<Deps>[] = [
  handles(removeFiles, async (deps, { keys }) => {
    for (const key of keys) await deps.storage.remove(key);
  }),
];
