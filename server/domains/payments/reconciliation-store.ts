import type { Database, Tx } from "../../db/database.ts";

/** Open orders whose check is due, the longest overdue first. */
export async function selectDueOrders(
  database: Database,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
) {
  const rows = await database
    .selectFrom("orders")
    .select(["id", "providerOrderId", "checks", "createdAt"])
    .where("provider", "=", provider)
    .where("status", "=", "created")
    .where("nextCheckAt", "<=", now)
    .orderBy("nextCheckAt")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    if (row.providerOrderId === null)
      throw new Error(`order ${row.id} is to be checked, but was never opened`);
    return { ...row, providerOrderId: row.providerOrderId };
  });
}
export type DueOrder = Awaited<ReturnType<typeof selectDueOrders>>[number];

/** Writes that an order was asked for and when it is again; nothing when it was settled, checked or given up in the meantime. */
export async function setNextCheck(
  tx: Database | Tx,
  { id, checks }: Pick<DueOrder, "id" | "checks">,
  next: { checks: number; nextCheckAt: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set(next)
    .where("id", "=", id)
    .where("checks", "=", checks)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .execute();
}

/** Writes that nobody asks for an order any more; false when it was settled or given up already. */
export async function markGivenUp(tx: Tx, id: string, checks: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ checks, nextCheckAt: null, givenUpAt: now })
    .where("id", "=", id)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
