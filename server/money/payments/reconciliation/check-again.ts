import type { Tx } from "../../../kernel/db/database.ts";
import { AppError } from "../../../kernel/errors.ts";
import { lockOrderForCheck, setCheckNow } from "./reconciliation-store.ts";

/** An order that can be checked at the provider, locked for this transaction. Throws `not_found` and `conflict`. */
export async function lockCheckableOrder(tx: Tx, id: string) {
  const order = await lockOrderForCheck(tx, id);
  if (order === null) throw new AppError("not_found", { msg: "This order does not exist." });
  if (order.status === "paid") throw new AppError("conflict", { msg: "This order is paid already." });
  if (order.status === "failed" || order.providerOrderId === null) {
    throw new AppError("conflict", {
      msg: "This order was never opened at the provider, so nobody could pay it.",
    });
  }
  return order;
}

interface CheckableOrder {
  id: string;
  checks: number;
  givenUpAt: Date | null;
}

/** Makes the order due for a check within a minute. An order that was given up is checked once more. */
export async function checkAgain(
  tx: Tx,
  { id, checks, givenUpAt }: CheckableOrder,
  now: Date,
): Promise<void> {
  await setCheckNow(tx, id, { checks: givenUpAt === null ? checks : Math.max(0, checks - 1), now });
}
