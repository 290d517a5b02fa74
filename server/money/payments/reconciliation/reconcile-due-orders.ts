import type { Deps } from "../../../kernel/deps.ts";
import { reconcileOrder } from "./reconcile-order.ts";
import { selectDueOrders } from "./reconciliation-store.ts";

/** Orders per run, to limit the calls to the provider. The rest wait for the next minute. */
const batchSize = 20;

/**
 * Checks every due order at the provider. If an order's call fails, it is retried in a minute and does not delay
 * the others; the first error is thrown at the end. Several servers may run this at once.
 */
export async function reconcileDueOrders(deps: Deps): Promise<void> {
  const due = await selectDueOrders(deps.database, {
    provider: deps.payments.name,
    now: deps.clock.now(),
    limit: batchSize,
  });
  const results = await Promise.allSettled(due.map((order) => reconcileOrder(deps, order)));
  const failed = results.filter((end) => end.status === "rejected");
  if (failed[0] !== undefined) {
    throw new Error(`${failed.length} of ${due.length} orders could not be checked`, {
      cause: failed[0].reason,
    });
  }
}
