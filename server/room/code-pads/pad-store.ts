import {
  type PadLanguage,
  type PadRun,
  type PadRunResult,
  padLanguages,
  type RunFigure,
} from "@greenroom/contract/room/code-pad.ts";
import { sql } from "kysely";
import * as Y from "yjs";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { readWithCursor } from "../../kernel/db/read-lists.ts";

interface StoredPad {
  /** The Yjs updates that together form the document. */
  updates: Buffer[];
  /** How many of them are not compacted yet. */
  pendingCount: number;
}

/** Reads a stored pad in one statement, so that no compaction can run in between. */
export async function selectPadUpdates(database: Database | Tx, bookingId: string): Promise<StoredPad> {
  const { rows } = await sql<{ content: Buffer; id: number | null }>`
    select state as content, null::bigint as id from room_code where booking_id = ${bookingId}
    union all select content, id from room_code_updates where booking_id = ${bookingId}
    order by id nulls first`.execute(database);
  return {
    updates: rows.map(({ content }) => content),
    pendingCount: rows.filter(({ id }) => id !== null).length,
  };
}

/** The language of a pad and when it last changed; null if the pad was never used. */
export async function findPadState(
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

export interface PadUpdate {
  bookingId: string;
  startsAt: Date;
  content: Buffer;
  /** Null for an update that is not compacted yet. */
  language: PadLanguage | null;
  changedAt: Date;
}

/** The stored pads of all of a person's interviews: oldest interview first, updates in order. */
export function readOwnPadUpdates(database: Database | Tx, userId: string): AsyncGenerator<PadUpdate> {
  return readWithCursor(
    database,
    sql<PadUpdate>`
      select booking.id as booking_id, booking.starts_at, pad.content, pad.language, pad.changed_at
      from bookings booking cross join lateral (
        select state as content, language, updated_at as changed_at, null::bigint as position
          from room_code where booking_id = booking.id
        union all select content, null, made_at, id from room_code_updates where booking_id = booking.id) pad
      where booking.interviewee_id = ${userId} or booking.interviewer_id = ${userId}
      order by booking.starts_at, booking.id, pad.position nulls first`,
  );
}

export async function deletePads(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await sql`delete from room_code_snapshots where booking_id = any(${bookingIds}::uuid[])`.execute(tx);
  await sql`delete from room_code_updates where booking_id = any(${bookingIds}::uuid[])`.execute(tx);
  await sql`delete from room_code where booking_id = any(${bookingIds}::uuid[])`.execute(tx);
}

export async function upsertLanguage(
  database: Database,
  { bookingId, language, now }: { bookingId: string; language: PadLanguage; now: Date },
): Promise<void> {
  await database
    .insertInto("roomCode")
    .values({ bookingId, language, updatedAt: now })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ language, updatedAt: now }))
    .execute();
}

/** Merges all stored updates of a pad into one. The row's lock makes concurrent servers take turns. */
export async function compactPad(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .insertInto("roomCode")
    .values({ bookingId, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { state } = await tx
    .selectFrom("roomCode")
    .select("state")
    .where("bookingId", "=", bookingId)
    .forNoKeyUpdate()
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

/** Replaces everything stored of a pad by one Yjs update. The pad's language must be set. */
export async function putWholeCode(
  tx: Tx,
  { bookingId, state, now }: { bookingId: string; state: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable("roomCode")
    .set({ state, updatedAt: now })
    .where("bookingId", "=", bookingId)
    .execute();
  await tx.deleteFrom("roomCodeUpdates").where("bookingId", "=", bookingId).execute();
}

export interface PadAccess {
  isInterviewer: boolean;
  /** True while only the interviewer can change the pad. */
  isReadOnly: boolean;
}

/** The rights of a party of a booking in its pad. */
export async function findPadAccess(
  database: Database,
  { bookingId, userId }: { bookingId: string; userId: string },
): Promise<PadAccess> {
  const { rows } = await sql<PadAccess>`
    select booking.interviewer_id = ${userId} as is_interviewer, coalesce(pad.is_read_only, false) as is_read_only
    from bookings booking left join room_code pad on pad.booking_id = booking.id
    where booking.id = ${bookingId}`.execute(database);
  return rows[0] ?? { isInterviewer: false, isReadOnly: true };
}

export async function upsertReadOnly(
  database: Database,
  { bookingId, isReadOnly, now }: { bookingId: string; isReadOnly: boolean; now: Date },
): Promise<void> {
  await database
    .insertInto("roomCode")
    .values({ bookingId, isReadOnly, updatedAt: now })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ isReadOnly }))
    .execute();
}

/** Limit for each person of an interview, so that nobody displaces the other's runs. Newer runs replace older ones. */
const maxRunsOfPerson = 100;
/** Two people are in an interview. */
const maxStoredRuns = 2 * maxRunsOfPerson;
/** The newest runs of each person that keep their figures, which are much larger than text. */
const maxRunsWithFigures = 20;

interface NewRun extends PadRunResult {
  id: string;
  bookingId: string;
  runnerId: string;
  ranAt: Date;
}

const runContent = ["language", "outcome", "output", "durationMs", "figures"] as const;
const columns = ["id", "runnerId", "ranAt", ...runContent] as const;

interface RunRow extends Omit<PadRun, "senderId" | "ranAt" | "figures" | "language" | "outcome"> {
  runnerId: string;
  language: string;
  outcome: string;
  figures: RunFigure[];
  ranAt: Date;
}

function presentRun({ runnerId, ranAt, figures, ...run }: RunRow): PadRun {
  const drawn = figures.length === 0 ? {} : { figures };
  return { ...run, ...drawn, senderId: runnerId, ranAt: ranAt.toISOString() } as PadRun;
}

/** Stores a run once. Returns the stored run, or null if its id belongs to someone else's run. */
export async function insertRunOnce(
  database: Database | Tx,
  { output, figures = [], ...run }: NewRun,
): Promise<PadRun | null> {
  await database
    .insertInto("roomCodeRuns")
    // PostgreSQL's text cannot contain NUL.
    .values({ ...run, output: output.replaceAll("\0", "\ufffd"), figures: JSON.stringify(figures) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const stored = await database
    .selectFrom("roomCodeRuns")
    .select(columns)
    .where("id", "=", run.id)
    .where("bookingId", "=", run.bookingId)
    .where("runnerId", "=", run.runnerId)
    .executeTakeFirst();
  await database
    .deleteFrom("roomCodeRuns")
    .where("bookingId", "=", run.bookingId)
    .where("runnerId", "=", run.runnerId)
    .where("position", "<=", (query) =>
      query
        .selectFrom("roomCodeRuns")
        .select("position")
        .where("bookingId", "=", run.bookingId)
        .where("runnerId", "=", run.runnerId)
        .orderBy("position", "desc")
        .offset(maxRunsOfPerson)
        .limit(1),
    )
    .execute();
  if (figures.length > 0) await dropOldFigures(database, run);
  return stored === undefined ? null : presentRun(stored);
}

async function dropOldFigures(
  database: Database | Tx,
  { bookingId, runnerId }: Pick<NewRun, "bookingId" | "runnerId">,
): Promise<void> {
  await database
    .updateTable("roomCodeRuns")
    .set({ figures: "[]" })
    .where("bookingId", "=", bookingId)
    .where("runnerId", "=", runnerId)
    .where(sql<boolean>`figures <> '[]'`)
    .where("position", "<=", (query) =>
      query
        .selectFrom("roomCodeRuns")
        .select("position")
        .where("bookingId", "=", bookingId)
        .where("runnerId", "=", runnerId)
        .where(sql<boolean>`figures <> '[]'`)
        .orderBy("position", "desc")
        .offset(maxRunsWithFigures)
        .limit(1),
    )
    .execute();
}

/** The runs of an interview, oldest first; with a limit, the newest ones. */
export async function selectRuns(
  database: Database,
  bookingId: string,
  limit = maxStoredRuns,
): Promise<PadRun[]> {
  const rows = await database
    .selectFrom("roomCodeRuns")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map(presentRun);
}

export async function deleteRunsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("roomCodeRuns").where("runnerId", "=", userId).execute();
}
