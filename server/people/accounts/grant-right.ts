import type { Selectable } from "kysely";
import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Users } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";

export type RightHolder = Pick<Selectable<Users>, "id" | "role" | "isOperator">;

/** A right that an account may be given. */
export interface Right {
  /** `interviewer`: in sentences and in the audit log. */
  name: string;
  isHeldBy(user: RightHolder): boolean;
  /** Gives it. Throws `conflict` for somebody who may not have it. */
  grantTo(tx: Tx, user: RightHolder, email: string): Promise<void>;
}

export type GrantDeps = Pick<Deps, "database" | "clock">;

/** Gives a right in a transaction of its own. Throws like `grantRightInTransaction`. */
export async function grantRight(
  deps: GrantDeps,
  right: Right,
  email: string,
  actor: AuditActor = "command line",
): Promise<{ msg: string }> {
  const granted = await inTransaction(deps.database, (tx) =>
    grantRightInTransaction(tx, right, { email, actor, now: deps.clock.now() }),
  );
  return { msg: `${email} is an ${right.name} ${granted === null ? "already" : "now"}.` };
}

interface Grant {
  email: string;
  actor: AuditActor;
  /** For the audit log. */
  reason?: string;
  now: Date;
}

/**
 * Finds and locks the account, gives it the right, and writes the audit log. Returns the account's id, or
 * null if it had the right already. Throws `not_found`, and the errors of `grantTo`.
 */
export async function grantRightInTransaction(
  tx: Tx,
  right: Right,
  { email, actor, reason, now }: Grant,
): Promise<string | null> {
  const user = await lockUserByEmail(tx, email);
  if (right.isHeldBy(user)) return null;
  await right.grantTo(tx, user, email);
  const action = `role.${right.name}-granted`;
  const details = reason === undefined ? {} : { reason };
  await recordAudit(tx, { actor, action, subject: `user:${user.id}`, details, now });
  return user.id;
}

/** The account with this address, whose row stays locked until the transaction ends. Throws `not_found`. */
export async function lockUserByEmail(tx: Tx, email: string) {
  const user = await tx
    .selectFrom("users")
    .select(["id", "role", "isOperator", "operatorLevel"])
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  return user;
}
