import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { composeMail } from "../../mail/compose.ts";
import { findPeople } from "../accounts/find-people.ts";
import { findInvitation } from "./invitation-store.ts";
import { mailInvitation, mailNewInterviewer } from "./job-definitions.ts";
import { invitationMessage, newInterviewerMessage } from "./messages.ts";
import { invitationState } from "./rules.ts";

export const interviewerJobs: JobHandler<Deps>[] = [
  handles(mailInvitation, sendInvitation),
  handles(mailNewInterviewer, sendNewInterviewer),
];

/** Says nothing of an invitation that was taken back, accepted or has run out meanwhile. */
async function sendInvitation(deps: Deps, { invitationId }: { invitationId: string }): Promise<void> {
  const invitation = await findInvitation(deps.database, invitationId);
  if (invitation === undefined || invitationState(invitation, deps.clock.now()) !== "open") return;
  await deps.mail.send(composeMail(deps.config.business, invitationMessage(invitation, deps.config)));
}

async function sendNewInterviewer(deps: Deps, { userId }: { userId: string }): Promise<void> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  if (person === undefined) return;
  await deps.mail.send(composeMail(deps.config.business, newInterviewerMessage(person, deps.config)));
}
