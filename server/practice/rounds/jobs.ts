import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { endRoundInTime, makeRoundReport, purgeModelCallsDaily } from "./job-definitions.ts";
import { purgeModelCalls } from "./model-calls.ts";
import { makeDueRoundReport } from "./report/make-round-report.ts";
import { endOverdueRound } from "./rounds.ts";

export const practiceJobs: JobHandler<Deps>[] = [
  defineHandler(makeRoundReport, makeDueRoundReport),
  defineHandler(endRoundInTime, endOverdueRound),
  defineHandler(purgeModelCallsDaily, (deps) => purgeModelCalls(deps)),
];
