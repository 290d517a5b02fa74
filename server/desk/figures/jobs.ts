import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import { storeFigureDays } from "./job-definitions.ts";
import { storeDays } from "./store-days.ts";

export const figureJobs: JobHandler<Deps>[] = [
  defineHandler(storeFigureDays, (deps: Deps) => storeDays(deps)),
];
