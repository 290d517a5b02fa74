import type { Deps } from "../../deps.ts";
import { defineHandler, type JobHandler } from "../../jobs/job.ts";
import { mailReport, makeReport } from "./job-definitions.ts";
import { makeDueReport } from "./make-report.ts";
import { sendReportReady } from "./send-report-ready.ts";

export const reportJobs: JobHandler<Deps>[] = [
  defineHandler(makeReport, makeDueReport),
  defineHandler(mailReport, sendReportReady),
];
