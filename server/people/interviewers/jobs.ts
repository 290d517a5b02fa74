import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { findPeople, findUserRoleByEmail } from "../accounts/profile/find-people.ts";
import { applicationJobs } from "./applications/jobs.ts";
import { findInvitation } from "./invitations/invitation-store.ts";
import { mailInvitation, mailNewInterviewer } from "./job-definitions.ts";
import { invitationMessage, newInterviewerMessage } from "./messages.ts";
import { invitationState } from "./rules.ts";

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
