import type { Database, Tx } from "../../../kernel/db/database.ts";

/** Open orders whose check is due, the longest overdue first. */
export async function selectDueOrders(
  database: Database,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
) {
  const rows = await database
    .selectFrom("orders")
    .select(["id", "providerOrderId", "checks", "holdsUntil"])
    .where("provider", "=", provider)
    .where("status", "=", "created")
    .where("nextCheckAt", "<=", now)
    .orderBy("nextCheckAt")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    if (row.providerOrderId === null)
      throw new Error(`order ${row.id} is due for a check, but was never opened`);
    return { ...row, providerOrderId: row.providerOrderId };
  });
}
export type DueOrder = Awaited<ReturnType<typeof selectDueOrders>>[number];

export async function isBuyerDeleted(database: Database, orderId: string): Promise<boolean> {
  const { deletedAt } = await database
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.userId")
    .select("users.deletedAt")
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  return deletedAt !== null;
}

/**
 * Stores the number of checks of an order and the time of the next one. Does nothing if it was settled, checked, given
 * up, or continued by its buyer meanwhile.
 */
export async function setNextCheck(
  tx: Database | Tx,
  { id, checks, holdsUntil }: Pick<DueOrder, "id" | "checks" | "holdsUntil">,
  next: { checks: number; nextCheckAt: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set(next)
    .where("id", "=", id)
    .where("checks", "=", checks)
    .where("holdsUntil", "=", holdsUntil)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .execute();
}

/**
 * Marks an order as no longer checked. Returns false if it was already settled or given up, or if its buyer continued
 * with it meanwhile.
 */
export async function markGivenUp(
  tx: Tx,
  { id, holdsUntil }: Pick<DueOrder, "id" | "holdsUntil">,
  checks: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ checks, nextCheckAt: null, givenUpAt: now })
    .where("id", "=", id)
    .where("holdsUntil", "=", holdsUntil)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function lockOrderForCheck(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("orders")
    .select(["id", "userId", "status", "providerOrderId", "receipt", "amountPaise", "checks", "givenUpAt"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Makes an unpaid order due now and sets its number of checks. */
export async function setCheckNow(tx: Tx, id: string, { checks, now }: { checks: number; now: Date }) {
  await tx
    .updateTable("orders")
    .set({ nextCheckAt: now, givenUpAt: null, checks })
    .where("id", "=", id)
    .where("status", "=", "created")
    .execute();
}
