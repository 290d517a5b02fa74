import type { PadRun } from "@greenroom/contract/room/code-pad.ts";
import type { PadRunResult, RunFigure } from "@greenroom/contract/room/pad-runs.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

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

const columns = [
  "id",
  "runnerId",
  "language",
  "outcome",
  "output",
  "durationMs",
  "figures",
  "ranAt",
] as const;

interface RunRow {
  id: string;
  runnerId: string;
  language: string;
  outcome: string;
  output: string;
  durationMs: number;
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
