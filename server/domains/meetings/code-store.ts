import { type PadLanguage, padLanguages } from "@greenroom/contract/code-pad.ts";
import { sql } from "kysely";
import * as Y from "yjs";
import type { Database, Tx } from "../../db/database.ts";

interface StoredCode {
  /** Yjs updates that together are the document. */
  updates: Buffer[];
  /** How many of them wait to be compacted. */
  waiting: number;
}

/** What is kept of a pad, read in one statement so that a compaction cannot come in between. */
export async function selectCode(database: Database | Tx, bookingId: string): Promise<StoredCode> {
  const { rows } = await sql<{ content: Buffer; id: number | null }>`
    select state as content, null::bigint as id from room_code where booking_id = ${bookingId}
    union all select content, id from room_code_updates where booking_id = ${bookingId}
    order by id nulls first`.execute(database);
  return {
    updates: rows.map(({ content }) => content),
    waiting: rows.filter(({ id }) => id !== null).length,
  };
}

/** The language of a pad and when it was last changed; null when nobody touched it. */
export async function findCodeState(
  database: Database,
  bookingId: string,
): Promise<{ language: PadLanguage; changedAt: Date } | null> {
  const { rows } = await sql<{ language: PadLanguage; changedAt: Date | null }>`
    select coalesce(max(language), ${padLanguages[0]}) as language, max(at) as changed_at from (
      select language, updated_at as at from room_code where booking_id = ${bookingId}
      union all select null, max(made_at) from room_code_updates where booking_id = ${bookingId}) pad`.execute(
    database,
  );
  const { language, changedAt } = rows[0] ?? { language: padLanguages[0], changedAt: null };
  return changedAt === null ? null : { language, changedAt };
}

/** The sessions of a person that have a pad. */
export async function selectOwnPads(database: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bookings where (interviewee_id = ${userId} or interviewer_id = ${userId})
      and (exists (select from room_code where booking_id = bookings.id)
        or exists (select from room_code_updates where booking_id = bookings.id))
    order by starts_at`.execute(database);
  return rows.map(({ id }) => id);
}

/** Forgets the pads of a person's sessions whose other party is gone already: nobody is left to read them. */
export async function deleteOrphanedCode(tx: Tx, userId: string): Promise<void> {
  const orphans = sql`
    select booking.id from bookings booking join users other
      on other.id = case when booking.interviewee_id = ${userId} then booking.interviewer_id else booking.interviewee_id end
    where (booking.interviewee_id = ${userId} or booking.interviewer_id = ${userId}) and other.deleted_at is not null`;
  await sql`delete from room_code_updates where booking_id in (${orphans})`.execute(tx);
  await sql`delete from room_code where booking_id in (${orphans})`.execute(tx);
}

interface Language {
  bookingId: string;
  language: PadLanguage;
  now: Date;
}

export async function putLanguage(database: Database, { bookingId, language, now }: Language): Promise<void> {
  await database
    .insertInto("roomCode")
    .values({ bookingId, language, updatedAt: now })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ language, updatedAt: now }))
    .execute();
}

/** Makes one update of all that is kept. Two servers may do so at once: the row's lock lets one after the other. */
export async function compactCode(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .insertInto("roomCode")
    .values({ bookingId, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { state } = await tx
    .selectFrom("roomCode")
    .select("state")
    .where("bookingId", "=", bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom("roomCodeUpdates")
    .select(["id", "content", "madeAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("id")
    .execute();
  const doc = new Y.Doc();
  for (const content of [state, ...rows.map((row) => row.content)]) Y.applyUpdate(doc, content);
  await tx
    .updateTable("roomCode")
    .set({ state: Buffer.from(Y.encodeStateAsUpdate(doc)), updatedAt: rows.at(-1)?.madeAt ?? now })
    .where("bookingId", "=", bookingId)
    .execute();
  const compacted = rows.map(({ id }) => id);
  if (compacted.length > 0) await tx.deleteFrom("roomCodeUpdates").where("id", "in", compacted).execute();
}
