import { streamCsv } from "../../earnings/write-csv.ts";
import type { Cells } from "./command.ts";

/**
 * Writes rows as CSV while they are read, below the names of their columns. Without rows, the names are
 * unknown and nothing is written.
 */
export async function* streamTable<Row>(
  rows: AsyncIterable<Row>,
  present: (row: Row) => Cells,
): AsyncGenerator<string> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const columns = Object.keys(present(first.value));
  async function* all() {
    yield first.value as Row;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  yield* streamCsv(columns, all(), (row) => Object.values(present(row)).map(String));
}
