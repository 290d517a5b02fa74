import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Tx } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { ApiResponse, TestApp } from "./app.ts";

/** Resolves when the call has ended, or when a statement in the app's database waits for a lock. */
export async function settledOrLocked(app: TestApp, call: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  call.then(settle, settle);
  while (!isSettled && (await countWaiting(app)) === 0) await sleep(10);
}

/** How many statements in the app's database wait for a lock. */
async function countWaiting({ deps }: TestApp): Promise<number> {
  const { rows } = await deps.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`,
  );
  return rows[0]?.count ?? 0;
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
 * The answers to calls that overlap: each is sent when those before it wait to write to a table, or for each other. All
 * have then read what they need, unless a lock makes them wait. So a missing lock shows each time.
 */
export async function callAtOnce<Answer = ApiResponse>(
  app: TestApp,
  table: string,
  calls: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await app.deps.database.transaction().execute(async (tx) => {
    // Others can read the table meanwhile, and not write to it.
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
    let open = 0;
    const end = () => {
      open -= 1;
    };
    for (const call of calls) {
      open += 1;
      const answer = call();
      answer.then(end, end);
      answers.push(answer);
      while ((await countWaiting(app)) < open) await sleep(10);
    }
  });
  return await Promise.all(answers);
}
