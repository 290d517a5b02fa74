import type { PadRun } from "@greenroom/contract/code-pad.ts";
import type { RunResult } from "@greenroom/contract/code-runs.ts";
import type { Database } from "../../db/database.ts";

/** Of one session; older ones give way. */
const keptRuns = 200;

interface NewRun extends RunResult {
  id: string;
  bookingId: string;
  runnerId: string;
  ranAt: Date;
}

const columns = ["id", "runnerId", "language", "outcome", "output", "durationMs", "ranAt"] as const;

interface RunRow {
  id: string;
  runnerId: string;
  language: string;
  outcome: string;
  output: string;
  durationMs: number;
  ranAt: Date;
}

function present({ runnerId, ranAt, ...run }: RunRow): PadRun {
  return { ...run, senderId: runnerId, ranAt: ranAt.toISOString() } as PadRun;
}

/** Keeps a run, once; answers the one that stands, or null when its id is somebody else's. */
export async function keepRun(database: Database, { output, ...run }: NewRun): Promise<PadRun | null> {
  await database
    .insertInto("roomCodeRuns")
    // PostgreSQL's text holds no NUL.
    .values({ ...run, output: output.replaceAll("\0", "\ufffd") })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const standing = await database
    .selectFrom("roomCodeRuns")
    .select(columns)
    .where("id", "=", run.id)
    .where("bookingId", "=", run.bookingId)
    .where("runnerId", "=", run.runnerId)
    .executeTakeFirst();
  await database
    .deleteFrom("roomCodeRuns")
    .where("bookingId", "=", run.bookingId)
    .where("position", "<=", (query) =>
      query
        .selectFrom("roomCodeRuns")
        .select("position")
        .where("bookingId", "=", run.bookingId)
        .orderBy("position", "desc")
        .offset(keptRuns)
        .limit(1),
    )
    .execute();
  return standing === undefined ? null : present(standing);
}

/** The runs of a session, oldest first; the newest ones when there is a limit. */
export async function selectRuns(database: Database, bookingId: string, limit = keptRuns): Promise<PadRun[]> {
  const rows = await database
    .selectFrom("roomCodeRuns")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map(present);
}
