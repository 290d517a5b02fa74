import type { Deps } from "../../deps.ts";
import { reconcileOrder } from "./reconcile-order.ts";
import { selectDueOrders } from "./reconciliation-store.ts";

/** Orders a run, and so calls of the provider; the rest waits a minute. */
const batchSize = 20;

/**
 * Asks the provider for every order that is due. One that cannot be asked for is tried again in a minute and holds no
 * other up; throws the first of their errors at the end. Several servers may do so at once.
 */
export async function reconcileDueOrders(deps: Deps): Promise<void> {
  const due = await selectDueOrders(deps.database, {
    provider: deps.payments.name,
    now: deps.clock.now(),
    limit: batchSize,
  });
  const ends = await Promise.allSettled(due.map((order) => reconcileOrder(deps, order)));
  const failed = ends.filter((end) => end.status === "rejected");
  if (failed[0] !== undefined) {
    throw new Error(`${failed.length} of ${due.length} orders could not be asked for`, {
      cause: failed[0].reason,
    });
  }
}
