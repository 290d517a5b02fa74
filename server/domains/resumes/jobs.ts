import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { removeResumeFile, scanResumeFile } from "./job-definitions.ts";
import { releaseResumeFile } from "./release-resume-file.ts";

export const resumeJobs: JobHandler<Deps>[] = [
  handles(scanResumeFile, releaseResumeFile),
  // A key is never used twice, so removing it again does no harm.
  handles(removeResumeFile, (deps, { storageKey }) => deps.storage.remove(storageKey)),
];
