import type { Deps } from "../kernel/deps.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../kernel/jobs.ts";
import { enqueueFeedbackReminders, grantDueRemedies } from "./feedback/deadline.ts";
import { feedbackArrivedJobs, releaseFeedbackFile, scanFeedbackFile } from "./feedback/feedback-file.ts";
import {
  mailFeedbackReminder,
  mailRemedy,
  mailReport,
  sendFeedbackReminder,
  sendRemedy,
  sendReportReady,
} from "./mails.ts";
import { enqueueMissingReports, makeReport } from "./reports/attempts.ts";
import { makeDueReport } from "./reports/make-report.ts";

/** Handles missing and late feedback, every minute. */
const checkFeedbackDeadlines = defineRecurringJob("feedback.chase", "* * * * *");

/** Finds interviews whose report was never tried or was given up, every hour. */
const findMissingReports = defineRecurringJob("reports.find-missing", "49 * * * *");

export const feedbackJobs: JobHandler<Deps>[] = [
  defineHandler(checkFeedbackDeadlines, async (deps) => {
    await enqueueFeedbackReminders(deps);
    const count = await grantDueRemedies(deps);
    if (count > 0) deps.log.info({ count }, "granted remedies for late feedback");
  }),
  defineHandler(scanFeedbackFile, releaseFeedbackFile),
  ...feedbackArrivedJobs,
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
