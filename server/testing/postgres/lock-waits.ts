import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { ApiResponse, TestApp } from "../app.ts";

/** Resolves when the call has ended, or when as many statements in the app's database wait for a lock. */
export async function settledOrLocked({ deps }: TestApp, call: Promise<unknown>, waiting = 1): Promise<void> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  call.then(settle, settle);
  while (!isSettled) {
    const { rows } = await deps.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
    );
    if ((rows[0]?.count ?? 0) >= waiting) return;
    await sleep(10);
  }
}

/** The answer to a call that is sent while `change` has been made and not been committed yet. */
export async function callDuring(
  app: TestApp,
  call: () => Promise<ApiResponse>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<ApiResponse> {
  let answer: Promise<ApiResponse> | undefined;
  await inTransaction(app.deps.database, async (tx) => {
    await change(tx);
    answer ??= call();
    await settledOrLocked(app, answer);
  });
  return (await answer) as ApiResponse;
}

/**
 * The answers to calls of which none can write to a table before all others have read it, too, or wait for a lock of
 * their own. So a missing lock shows each time, and not only when the calls happen to overlap.
 */
export async function callAtOnce(
  app: TestApp,
  table: string,
  calls: readonly (() => Promise<ApiResponse>)[],
): Promise<ApiResponse[]> {
  let answers: Promise<ApiResponse[]> | undefined;
  await app.deps.database.transaction().execute(async (tx) => {
    // Others can read the table meanwhile, and not write to it.
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
    answers = Promise.all(calls.map((call) => call()));
    await settledOrLocked(app, answers, calls.length);
  });
  return (await answers) ?? [];
}
