import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { ApiResponse, TestApp } from "../app.ts";

/** Resolves when the call has ended, or when a statement in the app's database waits for a lock. */
export async function settledOrLocked({ deps }: TestApp, call: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  call.then(settle, settle);
  while (!isSettled) {
    const { rows } = await deps.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((rows[0]?.count ?? 0) > 0) return;
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
