import type { Deps } from "../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../kernel/jobs.ts";
import { endRoundInTime, makeRoundReport, purgeModelCallsDaily } from "./job-definitions.ts";
import { purgeModelCalls } from "./model-calls.ts";
import { makeDueRoundReport } from "./round-reports/make-round-report.ts";
import { endOverdueRound } from "./rounds/rounds.ts";

export const practiceJobs: JobHandler<Deps>[] = [
  defineHandler(makeRoundReport, makeDueRoundReport),
  defineHandler(endRoundInTime, endOverdueRound),
  defineHandler(purgeModelCallsDaily, (deps) => purgeModelCalls(deps)),
];
