import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { announceBookings } from "./job-definitions.ts";

/** When another server took our nudge up, it counts as heard after this long. */
const heardAfterMilliseconds = 1000;

/** When this server, that is, this connection pool, last nudged the announcer and has not seen it start since. */
const nudgedAt = new WeakMap<object, number>();

/**
 * Tells the worker that there are bookings to announce: one job however many bookings wait for it. It may be lost
 * without harm, for the bookings themselves are what is to be announced and the job also comes by itself every minute.
 */
export async function nudgeAnnouncer(deps: Deps): Promise<void> {
  const since = nudgedAt.get(deps.pool);
  if (since !== undefined && performance.now() - since < heardAfterMilliseconds) return;
  nudgedAt.set(deps.pool, performance.now());
  try {
    await inTransaction(deps.database, (tx) => deps.jobs.send(tx, announceBookings, {}));
  } catch (error) {
    deps.log.warn({ err: error }, "could not nudge the announcer: bookings are announced within the minute");
  }
}

/** Call when the announcer starts, before it looks: whatever commits from then on needs a nudge of its own. */
export function hearNudge(deps: Deps): void {
  nudgedAt.delete(deps.pool);
}
