import { setImmediate as nextTurn } from "node:timers/promises";
import { type Expression, sql } from "kysely";
import type { Database, Tx } from "./database.ts";

interface ReadOptions {
  /** How many rows are in memory at once. */
  batchSize?: number;
  /** Its name: readers that take turns in one transaction need different ones. */
  cursor?: string;
}

/** How long rows are used at a stretch before other calls get their turn. */
const millisecondsAtOnce = 5;

/**
 * Reads the rows of a query with a cursor, so memory use does not depend on their number. All rows are from the
 * same snapshot. Other calls get their turn every few milliseconds, however fast the reader is. The connection stays
 * in use until the last row is read or the reader stops. A caller that passes its own transaction calls
 * `planForAllRows` first.
 */
export async function* readWithCursor<Row>(
  database: Database | Tx,
  query: Expression<Row>,
  { batchSize = 1000, cursor = "rows" }: ReadOptions = {},
): AsyncGenerator<Row> {
  const options = { batchSize, cursor };
  if (database.isTransaction) {
    yield* readInTransaction(database, query, options);
    return;
  }
  const transaction = await database.startTransaction().setAccessMode("read only").execute();
  try {
    await planForAllRows(transaction);
    yield* readInTransaction(transaction, query, options);
  } finally {
    // Nothing was written. A rollback also closes the cursor after a failed statement.
    await transaction.rollback().execute();
  }
}

/**
 * Makes PostgreSQL plan the cursors of a transaction for all of their rows. By default it plans for the first
 * tenth, and then reads a whole table in order instead of sorting a few rows.
 */
export async function planForAllRows(transaction: Database | Tx): Promise<void> {
  await sql`set local cursor_tuple_fraction = 1`.execute(transaction);
}

async function* readInTransaction<Row>(
  transaction: Database | Tx,
  query: Expression<Row>,
  { batchSize, cursor }: Required<ReadOptions>,
): AsyncGenerator<Row> {
  const name = sql.ref(cursor);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(transaction);
  const fetchNext = sql<Row>`fetch ${sql.lit(batchSize)} from ${name}`;
  for (;;) {
    const { rows } = await fetchNext.execute(transaction);
    let since = performance.now();
    for (const row of rows) {
      yield row;
      if (performance.now() - since < millisecondsAtOnce) continue;
      await nextTurn();
      since = performance.now();
    }
    if (rows.length < batchSize) break;
  }
  await sql`close ${name}`.execute(transaction);
}
