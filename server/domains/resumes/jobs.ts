import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { removeResumeFile } from "./job-definitions.ts";

export const resumeJobs: JobHandler<Deps>[] = [
  // A key is never used twice, so removing it again does no harm.
  handles(removeResumeFile, (deps, { storageKey }) => deps.storage.remove(storageKey)),
];
