import {
  type PadLanguage,
  type PadRun,
  type PadRunResult,
  padLanguages,
  padTextName,
} from "@greenroom/contract/room/code-pad.ts";
import { type Selectable, sql } from "kysely";
import * as Y from "yjs";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { RoomCodeRuns } from "../../kernel/db/types.ts";

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

export interface PadContent {
  language: PadLanguage;
  text: string;
  changedAt: Date;
}

/** The stored text of an interview's pad; null if nothing was written. */
export async function readPad(database: Database | Tx, bookingId: string): Promise<PadContent | null> {
  const state = await findPadState(database, bookingId);
  if (state === null) return null;
  const doc = new Y.Doc();
  const { updates } = await selectPadUpdates(database, bookingId);
  for (const update of updates) Y.applyUpdate(doc, update);
  const text = doc.getText(padTextName).toString();
  return text === "" ? null : { ...state, text };
}

/** The language of a pad and when it last changed; null if the pad was never used. */
export async function findPadState(
  database: Database | Tx,
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

type RunRow = Pick<Selectable<RoomCodeRuns>, (typeof columns)[number]>;

function presentRun({ runnerId, ranAt, figures, ...run }: RunRow): PadRun {
  const drawn = figures.length === 0 ? {} : { figures };
  return { ...run, ...drawn, senderId: runnerId, ranAt: ranAt.toISOString() };
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
