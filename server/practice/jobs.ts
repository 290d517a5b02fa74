import type { Deps } from "../kernel/deps.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../kernel/jobs.ts";
import { purgeModelCalls } from "./model-calls.ts";
import { makeDueRoundReport } from "./round-reports/make-round-report.ts";
import { makeRoundReport } from "./round-reports/round-report.ts";
import { endOverdueRound, endRoundInTime } from "./rounds/rounds.ts";

/** Deletes the counts of the model's calls of earlier days, every night. */
export const purgeModelCallsDaily = defineRecurringJob("practice.purge-model-calls", "7 21 * * *");

export const practiceJobs: JobHandler<Deps>[] = [
  defineHandler(makeRoundReport, makeDueRoundReport),
  defineHandler(endRoundInTime, endOverdueRound),
  defineHandler(purgeModelCallsDaily, (deps) => purgeModelCalls(deps)),
];
