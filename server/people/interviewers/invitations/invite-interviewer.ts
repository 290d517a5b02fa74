import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findUserRoleByEmail } from "../../accounts/profile/find-people.ts";
import { mailInvitation } from "../job-definitions.ts";
import { invitationDays } from "../rules.ts";
import { lockInvitation } from "./accept-invitation.ts";
import { closeInvitation, insertInvitation, selectInvitations } from "./invitation-store.ts";

interface Invitee {
  email: string;
  /** The name in the mail's greeting; blank for a greeting without a name. */
  name: string;
}

type InviteResult =
  /** With `hasAccount`, the account stays as it is until its holder accepts. */
  { outcome: "invited"; expiresAt: Date; hasAccount: boolean } | { outcome: "already" };

/**
 * Invites a person by mail to become an interviewer and ends an earlier invitation. The role changes only when the
 * holder of the address's account accepts, signed in; somebody without an account signs up first.
 */
export async function inviteInterviewer(
  deps: Pick<Deps, "database" | "clock" | "jobs">,
  invitee: Invitee,
  actor: AuditActor,
): Promise<InviteResult> {
  return await inTransaction(deps.database, (tx) => inviteInterviewerInTransaction(deps, tx, invitee, actor));
}

/** `inviteInterviewer` in the caller's transaction. */
export async function inviteInterviewerInTransaction(
  deps: Pick<Deps, "clock" | "jobs">,
  tx: Tx,
  { email, name }: Invitee,
  actor: AuditActor,
): Promise<InviteResult> {
  const now = deps.clock.now();
  await lockInvitation(tx, email);
  const account = await findUserRoleByEmail(tx, email);
  if (account?.role === "interviewer") return { outcome: "already" };
  await closeInvitation(tx, email, now);
  const expiresAt = addMinutes(now, invitationDays * 24 * 60);
  const id = await insertInvitation(tx, { email, name, createdAt: now, expiresAt });
  await recordAudit(tx, { actor, action: "interviewer.invited", subject: `invitation:${id}`, now });
  await deps.jobs.enqueue(tx, mailInvitation, { invitationId: id });
  return { outcome: "invited", expiresAt, hasAccount: account !== undefined };
}

/** Revokes an invitation. Throws `not_found` if the address has no open one. */
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
