import { type Expression, sql } from "kysely";
import type { Database } from "./database.ts";

/** How many rows are in memory at once. */
const defaultBatchSize = 1000;

/**
 * Reads the rows of a query with a cursor, so memory use does not depend on their number. All rows are from the
 * same snapshot. The connection stays in use until the last row is read or the reader stops.
 */
export async function* readWithCursor<Row>(
  database: Database,
  query: Expression<Row>,
  batchSize = defaultBatchSize,
): AsyncGenerator<Row> {
  const transaction = await database.startTransaction().setAccessMode("read only").execute();
  try {
    await sql`declare rows no scroll cursor for ${query}`.execute(transaction);
    const fetchNext = sql<Row>`fetch ${sql.lit(batchSize)} from rows`;
    for (;;) {
      const { rows } = await fetchNext.execute(transaction);
      yield* rows;
      if (rows.length < batchSize) return;
    }
  } finally {
    // Nothing was written. A rollback also closes the cursor after a failed statement.
    await transaction.rollback().execute();
  }
}
