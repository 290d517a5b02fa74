import type { WorkKind } from "@greenroom/contract/desk/today.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import { recordAudit } from "../../kernel/audit.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { WaitingLine } from "./sources.ts";

const action = "desk.today-viewed";

/** A page that stays open counts as a new read of the same people's data after this time. */
const minutesOfOneRead = 15;

/** The people whose data a line shows. An applicant may have no account. */
const peopleOf = ({ kind, subject, userIds }: WaitingLine & { kind: WorkKind }) =>
  kind === "application" ? [`application:${subject}`] : userIds.map((id) => `user:${id}`);

/**
 * Records in the audit log which people Today showed to an operator. The page asks every 20 seconds, so each
 * of them is named once in a quarter of an hour.
 */
export async function recordTodayView(
  { database, clock }: Pick<Deps, "database" | "clock">,
  userId: string,
  lines: readonly (WaitingLine & { kind: WorkKind })[],
): Promise<void> {
  const people = new Set(lines.flatMap(peopleOf));
  if (people.size === 0) return;
  const now = clock.now();
  await inTransaction(database, async (tx) => {
    const earlier = await tx
      .selectFrom("auditLog")
      .select(sql<string[]>`details->'shown'`.as("shown"))
      .where("actorUserId", "=", userId)
      // As a literal, which the partial index needs.
      .where("action", "=", sql.lit(action))
      .where("createdAt", ">=", addMinutes(now, -minutesOfOneRead))
      .execute();
    for (const person of earlier.flatMap(({ shown }) => shown)) people.delete(person);
    if (people.size === 0) return;
    const details = { shown: [...people] };
    await recordAudit(tx, { actor: { userId }, action, subject: "everybody", details, now });
  });
}
