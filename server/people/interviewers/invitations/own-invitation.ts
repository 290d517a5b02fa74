import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import type {
  declineInterviewerInvitation,
  getInterviewerInvitation,
} from "@greenroom/contract/people/interviewers/interviewer-invitation.ts";
import type { Actor } from "../../../kernel/actor.ts";
import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findPeople } from "../../accounts/profile/find-people.ts";
import { findInterviewerObstacle } from "../grant-interviewer.ts";
import { mailNewInterviewer } from "../job-definitions.ts";
import { acceptInvitation, lockInvitation } from "./accept-invitation.ts";
import { closeInvitation, findOpenInvitation } from "./invitation-store.ts";

type OwnDeps = Pick<Deps, "database" | "clock" | "jobs" | "limits">;

const noInvitation = () =>
  new AppError("not_found", {
    msg: "Your account has no open invitation. It may have expired or been withdrawn.",
  });

/** The open invitation of the actor's own address, and what prevents the actor from accepting it. */
export async function getOwnInvitation(
  { database, clock }: Pick<Deps, "database" | "clock">,
  { userId }: Actor,
): Promise<EndpointOutput<typeof getInterviewerInvitation>> {
  const email = await findEmail(database, userId);
  const invitation = await findOpenInvitation(database, email, clock.now());
  if (invitation === undefined) return { invitation: null };
  const obstacle = await findInterviewerObstacle(database, { id: userId, email });
  return { invitation: { expiresAt: invitation.expiresAt.toISOString(), obstacle } };
}

/** Makes the actor an interviewer. Throws `not_found` without an open invitation, `conflict` while something prevents it. */
export async function acceptOwnInvitation(deps: OwnDeps, actor: Actor) {
  return await answerInvitation(deps, actor, async (tx, email, now) => {
    if (!(await acceptInvitation(tx, { userId: actor.userId, email, now }))) {
      throw noInvitation();
    }
    await deps.jobs.enqueue(tx, mailNewInterviewer, { userId: actor.userId });
    return { msg: "You are an interviewer now." };
  });
}

/** Ends the invitation; nothing else changes. Throws `not_found` without an open one. */
export async function declineOwnInvitation(
  deps: OwnDeps,
  actor: Actor,
): Promise<EndpointOutput<typeof declineInterviewerInvitation>> {
  return await answerInvitation(deps, actor, async (tx, email, now) => {
    if ((await findOpenInvitation(tx, email, now)) === undefined) throw noInvitation();
    const id = await closeInvitation(tx, email, now);
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "invitation.declined",
      subject: `invitation:${id}`,
      now,
    });
    return { msg: "You have declined the invitation. Your account stays as it is." };
  });
}

async function answerInvitation(
  deps: OwnDeps,
  { userId }: Actor,
  answer: (tx: Tx, email: string, now: Date) => Promise<{ msg: string }>,
): Promise<{ msg: string }> {
  const email = await findEmail(deps.database, userId);
  return await inTransaction(deps.database, async (tx) => {
    await lockInvitation(tx, email);
    return await answer(tx, email, deps.clock.now());
  });
}

async function findEmail(database: Deps["database"], userId: string): Promise<string> {
  const person = (await findPeople(database, [userId])).get(userId);
  if (person === undefined) throw noInvitation();
  return person.email;
}
