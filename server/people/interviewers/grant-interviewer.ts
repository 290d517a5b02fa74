import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { type GrantDeps, grantRight, type Right } from "../accounts/grant-right.ts";
import { setRole } from "../accounts/set-rights.ts";

/**
 * Explains in a sentence why this account cannot become an interviewer now; null if it can. An interviewer
 * cannot book interviews.
 */
export async function findInterviewerObstacle(
  database: Database | Tx,
  { id, email }: { id: string; email: string },
): Promise<string | null> {
  const account = await database
    .selectFrom("creditAccounts")
    .select("balance")
    .where("userId", "=", id)
    .executeTakeFirst();
  const upcoming = await database
    .selectFrom("bookings")
    .select("id")
    .where("intervieweeId", "=", id)
    .where("status", "=", "pending")
    .limit(1)
    .executeTakeFirst();
  if ((account?.balance ?? 0) <= 0 && upcoming === undefined) return null;
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
    if (obstacle !== null) throw new AppError("conflict", { msg: obstacle });
    await setRole(tx, id, "interviewer");
  },
};

/** Makes an account an interviewer. Throws `not_found`, or `conflict` for somebody with interviews or sessions of their own. */
export async function grantInterviewer(deps: GrantDeps, email: string): Promise<{ msg: string }> {
  return await grantRight(deps, interviewerRight, email);
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
  throw new AppError("conflict", {
    msg: `${email} has offered times or held interviews, and stays an interviewer. Block the account to keep them from offering more.`,
  });
}
