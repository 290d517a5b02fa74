import type { Selectable } from "kysely";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Users } from "../../db/types.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { type AuditActor, recordAudit } from "./record-audit.ts";

export type GrantedUser = Pick<Selectable<Users>, "id" | "role" | "isOperator">;

/** A right that an account may be given. */
export interface Right {
  /** `interviewer`: in sentences and in the audit log. */
  name: string;
  isHeldBy(user: GrantedUser): boolean;
  /** Gives it. Throws `conflict` for somebody who may not have it. */
  giveTo(tx: Tx, user: GrantedUser, email: string): Promise<void>;
}

export type GrantDeps = Pick<Deps, "database" | "clock">;

/** Gives a right in a transaction of its own. Throws as `grantIn` does. */
export async function grantRight(
  deps: GrantDeps,
  right: Right,
  email: string,
  actor: AuditActor = "command line",
): Promise<{ msg: string }> {
  const granted = await inTransaction(deps.database, (tx) =>
    grantIn(tx, right, { email, actor, now: deps.clock.now() }),
  );
  return { msg: `${email} is an ${right.name} ${granted === null ? "already" : "now"}.` };
}

interface Grant {
  email: string;
  actor: AuditActor;
  now: Date;
}

/**
 * Finds the account, locks it, gives the right and leaves the audit line. Answers the account's id, or null when it had
 * the right before. Throws `not_found`, and what the right itself stands against.
 */
export async function grantIn(tx: Tx, right: Right, { email, actor, now }: Grant): Promise<string | null> {
  const user = await tx
    .selectFrom("users")
    .select(["id", "role", "isOperator"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  if (right.isHeldBy(user)) return null;
  await right.giveTo(tx, user, email);
  const action = `role.${right.name}-granted`;
  await recordAudit(tx, { actor, action, subject: `user:${user.id}`, now });
  return user.id;
}
