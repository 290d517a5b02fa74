import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { releaseResumeFile } from "./file/release-resume-file.ts";
import { removeResumeFile, scanResumeFile } from "./job-definitions.ts";

export const resumeJobs: JobHandler<Deps>[] = [
  defineHandler(scanResumeFile, releaseResumeFile),
  // A key is never used twice, so removing it again does no harm.
  defineHandler(removeResumeFile, (deps, { storageKey }) => deps.storage.remove(storageKey)),
];
