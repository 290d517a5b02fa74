import type { Tx } from "../../db/database.ts";

/** A person, whoever has the command line, or the system by itself. */
export type AuditActor = { userId: string } | "command line" | "system";

interface AuditEntry {
  actor: AuditActor;
  action: string;
  /** What it was done to, `user:<id>`. */
  subject: string;
  details?: Record<string, unknown>;
  now: Date;
}

/** Writes who did what, in the transaction that does it. */
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

/** True when this was written down before. Hold the subject's lock, or two may find that it was not. */
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
