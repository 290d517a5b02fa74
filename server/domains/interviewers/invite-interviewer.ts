import { addMinutes } from "@greenroom/contract/time.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { hasAccount } from "../accounts/find-people.ts";
import { interviewerRight } from "../operator/grant-interviewer.ts";
import { grantIn } from "../operator/grant-right.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { lockInvitee } from "./accept-invitation.ts";
import { closeInvitation, insertInvitation, selectInvitations } from "./invitation-store.ts";
import { mailInvitation, mailNewInterviewer } from "./job-definitions.ts";
import { invitationDays } from "./rules.ts";

interface Invitee {
  email: string;
  /** How the mail addresses them; blank: not by name. */
  name: string;
}

type Invited =
  | { outcome: "invited"; expiresAt: Date }
  /** They have an account, which has the right now. */
  | { outcome: "granted" }
  | { outcome: "already" };

/**
 * Asks somebody by mail to become an interviewer; an earlier invitation of theirs ends. Who has an account is given the
 * right at once and told. Throws `conflict` for an interviewee with sessions or interviews of their own.
 */
export async function inviteInterviewer(
  deps: Pick<Deps, "database" | "clock" | "jobs">,
  { email, name }: Invitee,
  actor: AuditActor,
): Promise<Invited> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await lockInvitee(tx, email);
    if (await hasAccount(tx, email)) {
      const userId = await grantIn(tx, interviewerRight, { email, actor, now });
      if (userId === null) return { outcome: "already" };
      await deps.jobs.send(tx, mailNewInterviewer, { userId });
      return { outcome: "granted" };
    }
    await closeInvitation(tx, email, now);
    const expiresAt = addMinutes(now, invitationDays * 24 * 60);
    const id = await insertInvitation(tx, { email, name, createdAt: now, expiresAt });
    await recordAudit(tx, { actor, action: "interviewer.invited", subject: `invitation:${id}`, now });
    await deps.jobs.send(tx, mailInvitation, { invitationId: id });
    return { outcome: "invited", expiresAt };
  });
}

/** Takes an invitation back. Throws `not_found` when the address has none that is open. */
export async function revokeInvitation(
  deps: Pick<Deps, "database" | "clock">,
  email: string,
  actor: AuditActor,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const id = await closeInvitation(tx, email, now);
    if (id === null) throw new AppError("not_found", { msg: `${email} has no invitation that is open.` });
    await recordAudit(tx, { actor, action: "invitation.revoked", subject: `invitation:${id}`, now });
  });
}

/** Every invitation, newest first. */
export async function listInvitations(deps: Pick<Deps, "database">) {
  return await selectInvitations(deps.database);
}
