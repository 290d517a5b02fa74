import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { enqueueFeedbackReminders } from "./deadline/enqueue-feedback-reminders.ts";
import { grantDueRemedies } from "./deadline/grant-due-remedies.ts";
import { sendFeedbackReminder, sendRemedy } from "./deadline/send-late-feedback.ts";
import { sendFeedbackArrived } from "./feedback-file/announce-feedback.ts";
import { releaseFeedbackFile } from "./feedback-file/release-feedback-file.ts";
import {
  checkFeedbackDeadlines,
  mailFeedbackArrived,
  mailFeedbackReminder,
  mailRemedy,
  scanFeedbackFile,
} from "./job-definitions.ts";

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
