import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { announceBookings } from "../job-definitions.ts";

/** After this long we assume that another server ran the job. */
const notificationTimeoutMilliseconds = 1000;

/** The announcer waits this long for more bookings, so that those of a busy moment share its transactions. */
const delaySeconds = 0.25;

/** When this server (one connection pool) last enqueued the announcer, if it has not started here since. */
const notifiedAt = new WeakMap<object, number>();

/**
 * Enqueues the announcer, one job for any number of waiting bookings. A lost job does no harm: the bookings stay
 * marked as not announced, and the job also runs every minute.
 */
export async function notifyAnnouncer(deps: Deps): Promise<void> {
  const since = notifiedAt.get(deps.pool);
  if (since !== undefined && performance.now() - since < notificationTimeoutMilliseconds) return;
  notifiedAt.set(deps.pool, performance.now());
  try {
    await inTransaction(deps.database, (tx) =>
      deps.jobs.enqueue(tx, announceBookings, {}, { startAfter: delaySeconds }),
    );
  } catch (error) {
    deps.log.warn(
      { err: error },
      "could not enqueue the announcer: bookings are announced within the minute",
    );
  }
}

/** Call this when the announcer starts, before it reads: bookings that commit from now on need another job. */
export function markAnnouncerStarted(deps: Deps): void {
  notifiedAt.delete(deps.pool);
}
