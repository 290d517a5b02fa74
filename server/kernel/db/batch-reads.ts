import { batch } from "./batch.ts";
import type { Database } from "./database.ts";

/**
 * At most this many statements of one kind run at once. Calls that arrive meanwhile share the next statement.
 */
const batchOptions = { maxSize: 100, maxConcurrent: 4 };

/**
 * Lets calls that arrive at the same moment share one statement, for example those of jobs that run side by side.
 * `run` returns the results in the order of the inputs. It must not use a caller's transaction, because the
 * statement serves several callers.
 */
export function batchReads<Input, Output>(
  run: (database: Database, inputs: Input[]) => Promise<Output[]>,
): (database: Database, input: Input) => Promise<Output> {
  const batchers = new WeakMap<Database, (input: Input) => Promise<Output>>();
  return (database, input) => {
    let batcher = batchers.get(database);
    if (batcher === undefined) {
      batcher = batch((inputs: Input[]) => run(database, inputs), batchOptions);
      batchers.set(database, batcher);
    }
    return batcher(input);
  };
}
