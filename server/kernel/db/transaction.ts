import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Database, Tx } from "./database.ts";

/**
 * Deadlock and serialization failure: PostgreSQL rolled back the whole transaction, so we can run it again.
 */
const retryableCodes = new Set(["40P01", "40001"]);
const attempts = 4;

/** Whether PostgreSQL rolled back the work of this error for the sake of another transaction. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && retryableCodes.has(error.code ?? "");
}

/**
 * Runs `work` in one transaction, and retries a limited number of times after deadlocks and serialization failures.
 * `work` must not make network calls.
 *
 * Lock rows in it with `forNoKeyUpdate`. `forUpdate` also blocks the foreign-key check of every row that refers to
 * the locked one, and that check then waits for us while we may wait for its transaction.
 */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if (!isRetryable(error) || attempt === attempts) throw error;
      await sleep(attempt * 10 * Math.random());
    }
  }
}

/**
 * Takes one lock per subject and holds it until the transaction ends. Locks are taken in sorted order, so that two
 * transactions about the same people wait instead of deadlocking (measured: docs/decisions/0002).
 */
export async function lockSubjects(tx: Tx, subjects: string[]): Promise<void> {
  const sorted = [...new Set(subjects)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(subject, 0)) from unnest(${sorted}::text[]) subject`.execute(
    tx,
  );
}
