import type { Deps } from "../../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../../kernel/jobs/job.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { mailApplicationReceived, mailApplicationStep, purgeApplicationsDaily } from "./job-definitions.ts";
import { applicationReceivedMessage, applicationStepMessage } from "./messages.ts";
import { purgeApplications } from "./purge-applications.ts";
import { findApplication, findStep } from "./store.ts";

export const applicationJobs: JobHandler<Deps>[] = [
  defineHandler(mailApplicationReceived, async (deps, { applicationId }) => {
    const application = await findApplication(deps.database, applicationId);
    // Erased meanwhile.
    if (application === undefined) return;
    const { business } = deps.config;
    await deps.mail.send(composeMail(business, applicationReceivedMessage(application, business)));
  }),
  defineHandler(mailApplicationStep, async (deps, { stepId }) => {
    const step = await findStep(deps.database, stepId);
    if (step === undefined || !isMailed(step.state)) return;
    const { business } = deps.config;
    await deps.mail.send(composeMail(business, applicationStepMessage(step, step.state, business)));
  }),
  defineHandler(purgeApplicationsDaily, (deps) => purgeApplications(deps)),
];

/** An approval has no mail of its own, because an invitation follows. */
function isMailed(state: string): state is "asked" | "trial" | "declined" {
  return state !== "approved";
}
