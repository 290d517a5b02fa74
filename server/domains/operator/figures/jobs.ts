import type { Deps } from "../../../deps.ts";
import { defineHandler, type JobHandler } from "../../../jobs/job.ts";
import { closeDays } from "./close-days.ts";
import { closeFigureDays } from "./job-definitions.ts";

export const figureJobs: JobHandler<Deps>[] = [
  defineHandler(closeFigureDays, (deps: Deps) => closeDays(deps)),
];
