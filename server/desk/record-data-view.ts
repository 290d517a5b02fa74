import { recordAudit } from "../kernel/audit.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";

/**
 * Records in the audit log that an operator looked at people's data at the desk: `payment-viewed` of
 * `payment:<id>`.
 */
export async function recordDataView(
  deps: Pick<Deps, "database" | "clock">,
  { userId }: { userId: string },
  view: string,
  subject = "everybody",
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    recordAudit(tx, { actor: { userId }, action: `desk.${view}`, subject, now: deps.clock.now() }),
  );
}
