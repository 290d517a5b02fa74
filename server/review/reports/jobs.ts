import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { findMissingReports, mailReport, makeReport } from "./job-definitions.ts";
import { makeDueReport } from "./make-report.ts";
import { enqueueMissingReports } from "./missing/enqueue-missing-reports.ts";
import { sendReportReady } from "./send-report-ready.ts";

export const reportJobs: JobHandler<Deps>[] = [
  defineHandler(makeReport, makeDueReport),
  defineHandler(findMissingReports, async (deps) => {
    const count = await enqueueMissingReports(deps);
    if (count > 0) deps.log.info({ count }, "enqueued missing reports");
  }),
  defineHandler(mailReport, sendReportReady),
];
