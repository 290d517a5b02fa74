import type { Deps } from "../../deps.ts";
import { defineHandler, type JobHandler } from "../../jobs/job.ts";
import { makeRoundReport } from "./job-definitions.ts";
import { makeDueRoundReport } from "./report/make-round-report.ts";

export const practiceJobs: JobHandler<Deps>[] = [defineHandler(makeRoundReport, makeDueRoundReport)];
