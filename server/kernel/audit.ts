import type { Tx } from "./db/database.ts";
import { inTransaction } from "./db/transaction.ts";
import type { Deps } from "./deps.ts";

/** A user, someone at the command line, or the system itself. */
export type AuditActor = { userId: string } | "command line" | "system";

interface AuditEntry {
  actor: AuditActor;
  action: string;
  /** The subject of the action, `user:<id>`. */
  subject: string;
  details?: Record<string, unknown>;
  now: Date;
}

/** Records who did what, in the transaction that does it. */
export async function recordAudit(
  tx: Tx,
  { actor, action, subject, details = {}, now }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto("auditLog")
    .values({
      actorUserId: typeof actor === "object" ? actor.userId : null,
      actor: typeof actor === "object" ? "user" : actor,
      action,
      subject,
      details: JSON.stringify(details),
      createdAt: now,
    })
    .execute();
}

/**
 * True if this was recorded before. The caller holds the subject's lock; otherwise two callers may both get false.
 */
export async function wasAudited(
  tx: Tx,
  { action, subject }: Pick<AuditEntry, "action" | "subject">,
): Promise<boolean> {
  const row = await tx
    .selectFrom("auditLog")
    .select("id")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if this was recorded at or after `since`. */
export async function wasAuditedSince(
  tx: Tx,
  subject: string,
  action: string,
  since: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom("auditLog")
    .select("id")
    .where("subject", "=", subject)
    .where("action", "=", action)
    .where("createdAt", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a read-only command, because reading people's data is audited too. */
export async function recordCommand(
  deps: Pick<Deps, "database" | "clock">,
  command: string,
  subject = "everybody",
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actor: "command line",
      action: `command.${command}`,
      subject,
      now: deps.clock.now(),
    }),
  );
}

/** The approval of an action by a second operator. */
export interface Approved {
  approvalId: string;
  /** The operator who approved it. */
  approvedBy: string;
}

/**
 * The details of an audit line that say why. The reason of an approved action is stored in its approval alone: there the
 * deletion of an account removes the person's address, and nothing can be removed from the audit log.
 */
export function auditReason(reason: string, approved: Approved | undefined): Approved | { reason: string } {
  return approved ?? { reason };
}

/** Remembers a name that is about to change. */
export async function recordFormerName(
  tx: Tx,
  { userId, name, now }: { userId: string; name: string; now: Date },
): Promise<void> {
  await tx
    .insertInto("formerNames")
    .values({ userId, until: now, name })
    // Of two changes at the same moment, the first one has the earlier name.
    .onConflict((conflict) => conflict.columns(["userId", "until"]).doNothing())
    .execute();
}

export async function deleteFormerNames(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("formerNames").where("userId", "=", userId).execute();
}
