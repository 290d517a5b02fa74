import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Database, Tx } from "./database.ts";

/** Deadlock and serialization failure: the transaction was rolled back whole and may be run again. */
const retryable = new Set(["40P01", "40001"]);
const attempts = 4;

/** Runs `work` in one transaction, again a bounded number of times when PostgreSQL asked for that. No network call may stand in `work`. */
export async function inTransaction<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      const isRetryable = error instanceof pg.DatabaseError && retryable.has(error.code ?? "");
      if (!isRetryable || attempt === attempts) throw error;
      await sleep(attempt * 10 * Math.random());
    }
  }
}

/**
 * Takes one lock a subject, held until the transaction ends. Locks are taken in sorted order, so that two
 * transactions over the same people queue up instead of deadlocking (measured: docs/decisions/0002).
 */
export async function lockSubjects(tx: Tx, subjects: string[]): Promise<void> {
  const sorted = [...new Set(subjects)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(subject, 0)) from unnest(${sorted}::text[]) subject`.execute(
    tx,
  );
}
