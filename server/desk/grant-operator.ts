import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { z } from "zod";
import { type AuditActor, recordAudit } from "../kernel/audit.ts";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { conflict } from "../kernel/errors.ts";
import { defineHandler, defineMailJob, type JobHandler } from "../kernel/jobs.ts";
import { type MailContent, sendMail } from "../kernel/mail/compose.ts";
import { type GrantDeps, lockUserByEmail, setOperatorLevel } from "../people/accounts/account.ts";
import { findPeople } from "../people/accounts/profile.ts";

type RoleDeps = GrantDeps & Pick<Deps, "jobs">;

interface Change {
  email: string;
  actor: AuditActor;
  /** For the audit log. */
  reason?: string;
}

/**
 * Makes an account an operator, or changes an operator's level. Throws `not_found`, and `conflict` when the last owner
 * would become support. The person is told by mail.
 */
export async function grantOperator(
  deps: RoleDeps,
  change: Change & { level: OperatorLevel },
): Promise<{ msg: string }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, (tx) => grantOperatorInTransaction(deps, tx, { ...change, now }));
}

export async function grantOperatorInTransaction(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { email, level, actor, reason, now }: Change & { level: OperatorLevel; now: Date },
): Promise<{ msg: string }> {
  const user = await lockUserByEmail(tx, email);
  if (user.isOperator && (user.operatorLevel ?? "support") === level) {
    return { msg: `${email} is an operator (${level}) already.` };
  }
  if (level === "support") await checkNotLastOwner(tx, user);
  await setOperatorLevel(tx, user.id, level);
  await recordAudit(tx, {
    actor,
    action: "role.operator-granted",
    subject: `user:${user.id}`,
    details: { level, ...(reason === undefined ? {} : { reason }) },
    now,
  });
  // The system creates only the operators of the demo data, who get no mail.
  if (actor !== "system") await deps.jobs.enqueue(tx, sendRoleNotice, { userId: user.id, level });
  return { msg: `${email} is an operator (${level}) now.` };
}

/**
 * Takes the desk away from an operator, with their second factor, and closes the desks that they have open. Throws `not_found`, and
 * `conflict` for the last owner. The person is told by mail.
 */
export async function revokeOperator(deps: RoleDeps, change: Change): Promise<{ msg: string }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, (tx) =>
    revokeOperatorInTransaction(deps, tx, { ...change, now }),
  );
}

export async function revokeOperatorInTransaction(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { email, actor, reason, now }: Change & { now: Date },
): Promise<{ msg: string }> {
  const user = await lockUserByEmail(tx, email);
  if (!user.isOperator) return { msg: `${email} is not an operator.` };
  await checkNotLastOwner(tx, user);
  await setOperatorLevel(tx, user.id, null);
  await deleteSecondFactor(tx, user.id);
  await recordAudit(tx, {
    actor,
    action: "role.operator-revoked",
    subject: `user:${user.id}`,
    details: reason === undefined ? {} : { reason },
    now,
  });
  await deps.jobs.enqueue(tx, sendRoleNotice, { userId: user.id, level: "none" });
  return { msg: `${email} is no longer an operator.` };
}

/**
 * Removes the second factor of an operator who has lost their device and recovery codes. The person is told by mail.
 * Throws `not_found`.
 */
export async function resetSecondFactor(deps: RoleDeps, { email, actor }: Change): Promise<{ msg: string }> {
  return await inTransaction(deps.database, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!(await deleteSecondFactor(tx, user.id))) return { msg: `${email} has no second factor.` };
    await recordAudit(tx, {
      actor,
      action: "operator.second-factor-reset",
      subject: `user:${user.id}`,
      now: deps.clock.now(),
    });
    await deps.jobs.enqueue(tx, sendSecondFactorNotice, { userId: user.id, change: "reset" });
    return { msg: `${email} sets up a new second factor when they open the desk.` };
  });
}

async function checkNotLastOwner(tx: Tx, user: { id: string; operatorLevel: string | null }): Promise<void> {
  if (user.operatorLevel !== "owner") return;
  // Locked in the order of their ids, so that two owners who remove each other wait for one another.
  const owners = await tx
    .selectFrom("users")
    .select("id")
    .where("operatorLevel", "=", "owner")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (owners.some(({ id }) => id !== user.id)) return;
  throw conflict("This is the only owner. Make another operator an owner first.");
}

/** Removes the second factor with its codes, and closes the desk in every browser of the operator. */
async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await tx.deleteFrom("operatorRecoveryCodes").where("userId", "=", userId).execute();
  await tx
    .deleteFrom("operatorSignIns")
    .where("sessionId", "in", (row) =>
      row.selectFrom("authSessions").select("id").where("userId", "=", userId),
    )
    .execute();
  const deleted = await tx
    .deleteFrom("operatorSecondFactors")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Tells an operator that something about the second factor changed. */
export const sendSecondFactorNotice = defineMailJob(
  "operator.send-second-factor-notice",
  z.object({ userId: z.string(), change: z.enum(["set up", "recovery code used", "reset"]) }),
);

const factorSentences = {
  "set up": "A second factor was set up for your operator account.",
  "recovery code used": "Somebody opened the operator's desk with one of your recovery codes.",
  reset: "Your second factor was removed. You will be asked to set up a new one when you open the desk.",
} as const;

/** Tells somebody that they got or lost the operator's desk, or that their level changed. */
const sendRoleNotice = defineMailJob(
  "operator.send-role-notice",
  z.object({ userId: z.string(), level: z.enum(["support", "owner", "none"]) }),
);

const roleSentences: Record<OperatorLevel | "none", string> = {
  support:
    "You are an operator (support) now: you can read what the desk shows, cancel bookings and grant sessions up to a limit.",
  owner: "You are an operator (owner) now: you can do everything at the operator's desk.",
  none: "You are no longer an operator. Your second factor was removed, and your open desks are closed.",
};

async function mailOperator(
  { database, mail, config }: Deps,
  userId: string,
  content: Omit<MailContent, "to">,
) {
  const person = (await findPeople(database, [userId])).get(userId);
  if (person === undefined) return;
  await sendMail({ mail, config }, { to: person.email, ...content });
}

export const operatorAccessJobs: JobHandler<Deps>[] = [
  defineHandler(sendSecondFactorNotice, (deps: Deps, { userId, change }) =>
    mailOperator(deps, userId, {
      subject: "Your second factor",
      heading: "Your second factor",
      paragraphs: [
        factorSentences[change],
        "If this was you, there is nothing to do.",
        `If this wasn't you, set a new password right away with "Forgot password". Then tell another operator or write to ${deps.config.business.supportEmail}.`,
      ],
      action: { label: "Sign in", url: `${deps.config.publicUrl}/signin` },
    }),
  ),
  defineHandler(sendRoleNotice, (deps: Deps, { userId, level }) =>
    mailOperator(deps, userId, {
      subject: `Your role at ${deps.config.business.name} has changed`,
      heading: "Your role has changed",
      paragraphs: [
        roleSentences[level],
        `If you did not expect this, tell another operator or write to ${deps.config.business.supportEmail}.`,
      ],
      action:
        level === "none"
          ? { label: "Open your dashboard", url: `${deps.config.publicUrl}/dashboard` }
          : { label: "Open the operator's desk", url: `${deps.config.publicUrl}/operator` },
    }),
  ),
];
