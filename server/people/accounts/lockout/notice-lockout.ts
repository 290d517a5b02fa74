import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { sendLockoutNotice } from "../job-definitions.ts";
import { insertLockoutNotice } from "./lockout-store.ts";

/**
 * Tells the owner by mail, at most once a day, that the attempts of unknown browsers are used up. It does the same
 * work for an address without an account; the worker decides.
 */
export async function noticeLockout(deps: Deps, email: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const noticeId = await insertLockoutNotice(tx, email, deps.clock.now());
    if (noticeId !== null) await deps.jobs.enqueue(tx, sendLockoutNotice, { noticeId });
  });
}
