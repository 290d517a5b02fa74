import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { dealOutFeedbackReminders } from "./deal-out-feedback-reminders.ts";
import { grantDueRemedies } from "./grant-due-remedies.ts";
import { chaseFeedback, mailFeedbackReminder, mailRemedy, scanFeedbackFile } from "./job-definitions.ts";
import { releaseFeedbackFile } from "./release-feedback-file.ts";
import { sendFeedbackReminder, sendRemedy } from "./send-late-feedback.ts";

export const feedbackJobs: JobHandler<Deps>[] = [
  handles(chaseFeedback, async (deps) => {
    await dealOutFeedbackReminders(deps);
    const count = await grantDueRemedies(deps);
    if (count > 0) deps.log.info({ count }, "gave remedies for feedback that did not come in time");
  }),
  handles(scanFeedbackFile, releaseFeedbackFile),
  handles(mailFeedbackReminder, sendFeedbackReminder),
  handles(mailRemedy, sendRemedy),
];
