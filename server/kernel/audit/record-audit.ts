import type { Tx } from "../db/database.ts";

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
