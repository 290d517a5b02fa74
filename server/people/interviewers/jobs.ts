import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople, findUserRoleByEmail } from "../accounts/profile.ts";
import { purgeApplications } from "./applications.ts";
import { invitationState } from "./invitations.ts";
import {
  applicationReceivedMessage,
  applicationStepMessage,
  invitationMessage,
  mailApplicationReceived,
  mailApplicationStep,
  mailInvitation,
  mailNewInterviewer,
  newInterviewerMessage,
  purgeApplicationsDaily,
} from "./mails.ts";
import { findApplication, findInvitation, findStep } from "./store.ts";

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

export const interviewerJobs: JobHandler<Deps>[] = [
  defineHandler(mailInvitation, sendInvitation),
  defineHandler(mailNewInterviewer, sendNewInterviewer),
  ...applicationJobs,
];

/** Sends nothing if the invitation was revoked or accepted or has expired meanwhile. */
async function sendInvitation(deps: Deps, { invitationId }: { invitationId: string }): Promise<void> {
  const invitation = await findInvitation(deps.database, invitationId);
  if (invitation === undefined || invitationState(invitation, deps.clock.now()) !== "open") return;
  const hasAccount = (await findUserRoleByEmail(deps.database, invitation.email)) !== undefined;
  const message = invitationMessage(invitation, { hasAccount }, deps.config);
  await deps.mail.send(composeMail(deps.config.business, message));
}

async function sendNewInterviewer(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  if (person === undefined) return;
  await deps.mail.send(composeMail(deps.config.business, newInterviewerMessage(person, deps.config)));
}
