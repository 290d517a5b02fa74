import type { WorkKind, WorkLineKey } from "@greenroom/contract/desk/today.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { WaitingFilter } from "../../kernel/db/read-lists.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";

/**
 * Lines of this kind that no operator has marked as done. Times are cut to milliseconds, as the API sends
 * them.
 */
export function isOpen(kind: WorkKind): WaitingFilter["matches"] {
  return (subject, since) => sql<boolean>`not exists (
    select from work_states state where state.kind = ${kind} and state.subject = ${subject}
      and state.done_since >= date_trunc('milliseconds', ${since}))`;
}

/**
 * Makes operators who change the same line take turns, so that the second one sees the first one's change.
 */
export async function lockLine(tx: Tx, { kind, subject }: WorkLineKey): Promise<void> {
  await lockSubjects(tx, [`work:${kind}:${subject}`]);
}

export async function findState(tx: Tx, { kind, subject }: WorkLineKey) {
  return await tx
    .selectFrom("workStates")
    .selectAll()
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** The operators who have taken these lines, by `kind:subject`. */
export async function selectAssignees(
  database: Database,
  keys: readonly WorkLineKey[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await database
    .selectFrom("workStates")
    .select(["kind", "subject", "takenBy"])
    .where("takenBy", "is not", null)
    .where(
      sql<boolean>`(kind, subject) in (select * from unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::text[]))`,
    )
    .execute();
  return new Map(rows.map(({ kind, subject, takenBy }) => [`${kind}:${subject}`, takenBy ?? ""]));
}

/** Null gives the line back. */
export async function setAssignee(
  tx: Tx,
  { kind, subject }: WorkLineKey,
  taken: { by: string; at: Date } | null,
): Promise<void> {
  const changes = { takenBy: taken?.by ?? null, takenAt: taken?.at ?? null };
  await tx
    .insertInto("workStates")
    .values({ kind, subject, ...changes })
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doUpdateSet(changes))
    .execute();
}

/** Null makes the line wait again. A line that is done belongs to nobody. */
export async function setDone(
  tx: Tx,
  { kind, subject }: WorkLineKey,
  done: { by: string; at: Date; since: Date; note: string } | null,
): Promise<void> {
  const changes = {
    takenBy: null,
    takenAt: null,
    doneBy: done?.by ?? null,
    doneAt: done?.at ?? null,
    doneSince: done?.since ?? null,
    note: done?.note ?? "",
  };
  await tx
    .insertInto("workStates")
    .values({ kind, subject, ...changes })
    .onConflict((conflict) => conflict.columns(["kind", "subject"]).doUpdateSet(changes))
    .execute();
}

const doneToday = (now: Date, timeZone: string) =>
  sql<boolean>`done_at >= date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;

/** The newest lines that were done since midnight. */
export async function selectDoneToday(
  database: Database,
  { now, timeZone, limit }: { now: Date; timeZone: string; limit: number },
) {
  return await database
    .selectFrom("workStates")
    .select(["kind", "subject", "note", "doneBy", "doneAt"])
    .where(doneToday(now, timeZone))
    .orderBy("doneAt", "desc")
    .limit(limit)
    .$narrowType<{ doneBy: string; doneAt: Date }>()
    .execute();
}

export async function countDoneToday(
  database: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<number> {
  const { count } = await database
    .selectFrom("workStates")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where(doneToday(now, timeZone))
    .executeTakeFirstOrThrow();
  return Number(count);
}
