import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { type AuditActor, recordAudit } from "../kernel/audit.ts";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { type GrantDeps, lockUserByEmail, setOperatorLevel } from "../people/accounts/account.ts";
import { sendRoleNotice, sendSecondFactorNotice } from "./access/jobs.ts";
import { deleteSecondFactor } from "./access/store.ts";

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

/** `grantOperator` in the caller's transaction. */
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

/** `revokeOperator` in the caller's transaction. */
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
  throw new AppError("conflict", {
    msg: "This is the only owner. Make another operator an owner first.",
  });
}
