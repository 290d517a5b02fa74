import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type {
  declineInterviewerInvitation,
  getInterviewerInvitation,
} from "@greenroom/contract/people/interviewers.ts";
import type { Selectable } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Invitations } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { type GrantDeps, grantRight, type Right, setRole } from "../accounts/account.ts";
import { findBalance, findPeople, findUserRoleByEmail } from "../accounts/profile.ts";
import { mailInvitation, mailNewInterviewer } from "./mails.ts";

/** How long an invitation is valid. */
export const invitationDays = 14;

type InvitationRow = Selectable<Invitations>;
type InvitationTimes = Pick<InvitationRow, "acceptedAt" | "revokedAt" | "expiresAt">;

export function invitationState(invitation: InvitationTimes, now: Date) {
  if (invitation.acceptedAt !== null) return "accepted";
  if (invitation.revokedAt !== null) return "revoked";
  return invitation.expiresAt <= now ? "expired" : "open";
}

/** An interviewer is on probation for this many completed interviews: an operator reviews their feedback. */
export const probationInterviews = 5;

/**
 * Explains in a sentence why this account cannot become an interviewer now; null if it can. An interviewer
 * cannot book interviews.
 */
export async function findInterviewerObstacle(
  database: Database | Tx,
  { id, email }: { id: string; email: string },
): Promise<string | null> {
  const balance = await findBalance(database, id);
  const upcoming = await database
    .selectFrom("bookings")
    .select("id")
    .where("intervieweeId", "=", id)
    .where("status", "=", "pending")
    .limit(1)
    .executeTakeFirst();
  if (balance <= 0 && upcoming === undefined) return null;
  return `${email} still has sessions or an upcoming interview as an interviewee. An interviewer needs an account of their own.`;
}

/**
 * Throws `conflict` for somebody with interviews or sessions of their own, because an interviewer cannot
 * book.
 */
export const interviewerRight: Right = {
  name: "interviewer",
  isHeldBy: ({ role }) => role === "interviewer",
  async grantTo(tx, { id }, email) {
    const obstacle = await findInterviewerObstacle(tx, { id, email });
    if (obstacle !== null) throw conflict(obstacle);
    await setRole(tx, id, "interviewer");
  },
};

/** Makes an account an interviewer. Throws `not_found`, or `conflict` for somebody with interviews or sessions of their own. */
export async function grantInterviewer(deps: GrantDeps, email: string): Promise<{ msg: string }> {
  const grant = { email, actor: "command line" as const, now: deps.clock.now() };
  const granted = await inTransaction(deps.database, (tx) => grantRight(tx, interviewerRight, grant));
  return { msg: `${email} is an interviewer ${granted === null ? "already" : "now"}.` };
}

/**
 * Makes an interviewer an interviewee again. Throws `conflict` for one who has offered times or held interviews, whose
 * records need an interviewer. Hold the account's lock.
 */
export async function revokeInterviewerInTransaction(
  tx: Tx,
  {
    id,
    email,
    actor,
    reason,
    now,
  }: { id: string; email: string; actor: AuditActor; reason: string; now: Date },
): Promise<{ msg: string }> {
  await checkUnusedInterviewer(tx, { id, email });
  await setRole(tx, id, "interviewee");
  const details = { reason };
  await recordAudit(tx, { actor, action: "role.interviewer-revoked", subject: `user:${id}`, details, now });
  return { msg: `${email} is an interviewee again.` };
}

/** Throws `conflict` for an interviewer who has offered a time or held an interview. */
export async function checkUnusedInterviewer(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const slot = await tx
    .selectFrom("availability")
    .select("id")
    .where("interviewerId", "=", id)
    .where("status", "<>", "removed")
    .limit(1)
    .executeTakeFirst();
  const interview = await tx
    .selectFrom("bookings")
    .select("id")
    .where("interviewerId", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (slot === undefined && interview === undefined) return;
  throw conflict(
    `${email} has offered times or held interviews, and stays an interviewer. Block the account to keep them from offering more.`,
  );
}

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
  const id = newId();
  await tx.insertInto("invitations").values({ id, email, name, createdAt: now, expiresAt }).execute();
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
export async function listInvitations({ database }: Pick<Deps, "database">) {
  const invitations = database.selectFrom("invitations").selectAll();
  return await invitations.orderBy("createdAt", "desc").orderBy("id", "desc").execute();
}

/** Closes the open invitation of an address, also if it has expired. Returns its id, or null if there is none. */
async function closeInvitation(tx: Tx, email: string, now: Date): Promise<string | null> {
  const closed = await tx
    .updateTable("invitations")
    .set({ revokedAt: now })
    .where("email", "=", email)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed?.id ?? null;
}

/** The invitation of an address that can be accepted now. */
async function findOpenInvitation(
  database: Database | Tx,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> {
  return await database
    .selectFrom("invitations")
    .selectAll()
    .where("email", "=", email)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

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
    const { userId } = actor;
    const { numUpdatedRows } = await tx
      .updateTable("invitations")
      .set({ acceptedAt: now, acceptedBy: userId })
      .where("email", "=", email)
      .where("acceptedAt", "is", null)
      .where("revokedAt", "is", null)
      .where("expiresAt", ">", now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw noInvitation();
    await grantRight(tx, interviewerRight, { email, actor: { userId }, now });
    await deps.jobs.enqueue(tx, mailNewInterviewer, { userId });
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
    const { userId } = actor;
    const subject = `invitation:${id}`;
    await recordAudit(tx, { actor: { userId }, action: "invitation.declined", subject, now });
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

/** Serializes an invitation and its answer, so that the second sees the result of the first. */
async function lockInvitation(tx: Tx, email: string): Promise<void> {
  await lockSubjects(tx, [`invitation:${email}`]);
}
