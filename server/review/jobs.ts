import type { Deps } from "../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../kernel/jobs.ts";
import { enqueueFeedbackReminders, grantDueRemedies } from "./feedback/deadline.ts";
import { releaseFeedbackFile, sendFeedbackArrived } from "./feedback/feedback-file.ts";
import {
  checkFeedbackDeadlines,
  findMissingReports,
  mailFeedbackArrived,
  mailFeedbackReminder,
  mailRemedy,
  mailReport,
  makeReport,
  scanFeedbackFile,
} from "./job-definitions.ts";
import { sendFeedbackReminder, sendRemedy, sendReportReady } from "./mails.ts";
import { enqueueMissingReports } from "./reports/attempts.ts";
import { makeDueReport } from "./reports/make-report.ts";

export const feedbackJobs: JobHandler<Deps>[] = [
  defineHandler(checkFeedbackDeadlines, async (deps) => {
    await enqueueFeedbackReminders(deps);
    const count = await grantDueRemedies(deps);
    if (count > 0) deps.log.info({ count }, "granted remedies for late feedback");
  }),
  defineHandler(scanFeedbackFile, releaseFeedbackFile),
  defineHandler(mailFeedbackArrived, sendFeedbackArrived),
  defineHandler(mailFeedbackReminder, sendFeedbackReminder),
  defineHandler(mailRemedy, sendRemedy),
];

export const reportJobs: JobHandler<Deps>[] = [
  defineHandler(makeReport, makeDueReport),
  defineHandler(findMissingReports, async (deps) => {
    const count = await enqueueMissingReports(deps);
    if (count > 0) deps.log.info({ count }, "enqueued missing reports");
  }),
  defineHandler(mailReport, sendReportReady),
];
