import type { CheckKind } from "@greenroom/contract/people/mentor-options.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";

/* Facts about a mentor that an operator checked. The page says the claim and the month, never what was seen. */

export interface NewCheck {
  userId: string;
  kind: CheckKind;
  claim: string;
  evidence: string;
  checkedBy: string;
  checkedAt: Date;
}

/** Records a check and returns its id. */
export async function recordCheck(tx: Tx, check: NewCheck): Promise<string> {
  const id = newId();
  await tx
    .insertInto("mentorChecks")
    .values({ id, ...check })
    .execute();
  return id;
}

/** One check. Throws `not_found`. */
export async function getCheck(database: Database | Tx, id: string) {
  const check = await database.selectFrom("mentorChecks").selectAll().where("id", "=", id).executeTakeFirst();
  if (check === undefined) throw new AppError("not_found", { msg: "There is no such check." });
  return check;
}

/** Takes a check off the page, or puts it back with null. */
export async function setCheckWithdrawn(tx: Tx, id: string, withdrawnAt: Date | null): Promise<void> {
  await tx.updateTable("mentorChecks").set({ withdrawnAt }).where("id", "=", id).execute();
}

/** Takes every check off a mentor's page, because they were made for another name. */
export async function withdrawChecksOfFormerName(
  tx: Tx,
  userId: string,
  { actor, now }: { actor: AuditActor; now: Date },
): Promise<void> {
  const withdrawn = await tx
    .updateTable("mentorChecks")
    .set({ withdrawnAt: now })
    .where("userId", "=", userId)
    .where("withdrawnAt", "is", null)
    .returning(["id", "kind"])
    .execute();
  for (const { id, kind } of withdrawn) {
    const details = { kind, checkId: id, nameChanged: true };
    const subject = `user:${userId}`;
    await recordAudit(tx, { actor, action: "mentor.check-withdrawn", subject, details, now });
  }
}

/** The claims that stand on a mentor's page. */
export async function findStandingClaims(database: Database | Tx, userId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("mentorChecks")
    .select("claim")
    .where("userId", "=", userId)
    .where("withdrawnAt", "is", null)
    .execute();
  return rows.map(({ claim }) => claim);
}
