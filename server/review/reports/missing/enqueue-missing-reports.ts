import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { makeReport } from "../job-definitions.ts";
import { selectWithoutReport } from "../making/store.ts";

/** Older interviews stay without a report: nobody waits for it, and much of their record may be gone. */
const windowDays = 30;
/** How long after the usual time a report counts as missing, and not as late. */
const graceMinutes = 60;
/** How long after its last attempt a report counts as given up: a job is retried for about 13 hours. */
const givenUpMinutes = 24 * 60;
/** The most in one run. The next run, an hour later, takes the next ones. */
const batchSize = 50;

/**
 * Enqueues the reports of completed interviews that have none and no attempt at one, and of those whose attempts were
 * given up: their job failed too often, or an operator's attempt failed and has no job. Returns how many.
 */
export async function enqueueMissingReports({ database, jobs, clock, config }: Deps): Promise<number> {
  const now = clock.now();
  return await inTransaction(database, async (tx) => {
    const found = await selectWithoutReport(tx, {
      endedAfter: addMinutes(now, -windowDays * 24 * 60),
      completedBefore: addMinutes(now, -config.correctionMinutes - graceMinutes),
      triedBefore: addMinutes(now, -givenUpMinutes),
      limit: batchSize,
    });
    await jobs.enqueueAll(
      tx,
      makeReport,
      found.map((bookingId) => ({ bookingId })),
    );
    return found.length;
  });
}
