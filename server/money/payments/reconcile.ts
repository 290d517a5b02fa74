import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import type { ProviderPayment } from "../../vendors/payment/port.ts";
import { notifyOperator } from "./mails.ts";
import { heldSince, isRetryPeriodOver, nextCheck, wasLastCheck } from "./rules.ts";
import { settlePayment } from "./settle.ts";
import { getOrder } from "./store.ts";

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

/**
 * Asks the provider for an order's payments and settles them. An unpaid order is checked again later; after the
 * last check we give up and notify us. Rejects if the provider's call fails or is refused; the job retries in a minute.
 */
export async function reconcileOrder(deps: Deps, due: DueOrder): Promise<void> {
  let captured: ProviderPayment[];
  try {
    captured = await findCaptured(deps, due);
  } catch (error) {
    const now = deps.clock.now();
    if (isRetryPeriodOver(heldSince(due), now))
      await giveUp(deps, due, { checks: due.checks, hasAnswered: error instanceof CaptureRefused });
    else await setNextCheck(deps.database, due, { checks: due.checks, nextCheckAt: addMinutes(now, 1) });
    throw error;
  }
  const order = await getOrder(deps.database, due.id);
  for (const { id: providerPaymentId, amountPaise, currency } of captured) {
    await settlePayment(deps, { order, providerPaymentId, amountPaise, currency });
  }
  // A settled order is no longer open, so both of these skip it.
  const checks = due.checks + 1;
  if (wasLastCheck(checks)) await giveUp(deps, due, { checks, hasAnswered: true });
  else await setNextCheck(deps.database, due, { checks, nextCheckAt: nextCheck(heldSince(due), checks) });
}

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
type DueOrder = Awaited<ReturnType<typeof selectDueOrders>>[number];

/**
 * Stores the number of checks of an order and the time of the next one. Does nothing if it was settled, checked, given
 * up, or continued by its buyer meanwhile.
 */
async function setNextCheck(
  database: Database,
  { id, checks, holdsUntil }: Pick<DueOrder, "id" | "checks" | "holdsUntil">,
  next: { checks: number; nextCheckAt: Date },
): Promise<void> {
  await database
    .updateTable("orders")
    .set(next)
    .where("id", "=", id)
    .where("checks", "=", checks)
    .where("holdsUntil", "=", holdsUntil)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .execute();
}

/** The provider answered, and captures none of an order's authorized payments. */
class CaptureRefused extends Error {}

/**
 * An order's captured payments. Without one, captures one that the bank has only authorized; the provider returns the
 * others automatically. It also returns those of a buyer who has deleted their account, so none of these is captured.
 */
async function findCaptured(
  { payments, database }: Deps,
  { id, providerOrderId }: DueOrder,
): Promise<ProviderPayment[]> {
  const all = await payments.listPayments(providerOrderId);
  const captured = all.filter(({ status }) => status === "captured");
  if (captured.length > 0) return captured;
  const authorized = all.filter(({ status }) => status === "authorized");
  if (authorized.length === 0) return [];
  const { deletedAt } = await database
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.userId")
    .select("users.deletedAt")
    .where("orders.id", "=", id)
    .executeTakeFirstOrThrow();
  if (deletedAt !== null) return [];
  let refusal: AppError | undefined;
  for (const payment of authorized) {
    try {
      const taken = await payments.capturePayment(payment);
      if (taken.status === "captured") return [taken];
    } catch (error) {
      // Without an answer, this payment may be captured, and another one would be taken twice.
      if (!(error instanceof AppError && error.code === "conflict")) throw error;
      refusal = error;
    }
  }
  if (refusal !== undefined) throw new CaptureRefused(refusal.message, { cause: refusal });
  return [];
}

/** `hasAnswered` is false if the provider never gave an answer about the order. */
async function giveUp(
  deps: Deps,
  due: DueOrder,
  { checks, hasAnswered }: { checks: number; hasAnswered: boolean },
): Promise<void> {
  const now = deps.clock.now();
  const { id, providerOrderId, holdsUntil } = due;
  await inTransaction(deps.database, async (tx) => {
    // Not if it was settled or given up already, or continued by its buyer meanwhile.
    const { numUpdatedRows } = await tx
      .updateTable("orders")
      .set({ checks, nextCheckAt: null, givenUpAt: now })
      .where("id", "=", id)
      .where("holdsUntil", "=", holdsUntil)
      .where("status", "=", "created")
      .where("givenUpAt", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const details = { providerOrderId, checks, hasAnswered };
    await recordAudit(tx, {
      actor: "system",
      action: "order.given-up",
      subject: `order:${id}`,
      details,
      now,
    });
    await deps.jobs.enqueue(tx, notifyOperator, { kind: "given-up", orderId: id, hasAnswered });
  });
}

/** An order that can be checked at the provider, locked for this transaction. Throws `not_found` and `conflict`. */
export async function lockCheckableOrder(tx: Tx, id: string) {
  const order = await tx
    .selectFrom("orders")
    .select(["id", "userId", "status", "providerOrderId", "receipt", "amountPaise", "checks", "givenUpAt"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (order === undefined) throw new AppError("not_found", { msg: "This order does not exist." });
  if (order.status === "paid") throw conflict("This order is paid already.");
  if (order.status === "failed" || order.providerOrderId === null) {
    throw conflict("This order was never opened at the provider, so nobody could pay it.");
  }
  return order;
}

/** Makes the order due for a check within a minute. An order that was given up is checked once more. */
export async function checkAgain(
  tx: Tx,
  { id, checks, givenUpAt }: { id: string; checks: number; givenUpAt: Date | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ nextCheckAt: now, givenUpAt: null, checks: givenUpAt === null ? checks : Math.max(0, checks - 1) })
    .where("id", "=", id)
    .where("status", "=", "created")
    .execute();
}
