import { recordAudit } from "../../../audit/record-audit.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import type { ProviderPayment } from "../../../ports/payment.ts";
import { notifyOperator } from "../job-definitions.ts";
import { getOrder } from "../orders/order-store.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { type DueOrder, markGivenUp, setNextCheck } from "./reconciliation-store.ts";
import { isRetryPeriodOver, nextCheck, retryCheck, wasLastCheck } from "./rules.ts";

/**
 * Asks the provider for an order's payments and settles them. An unpaid order is checked again later; after the
 * last check we give up and notify us. Rejects if the provider's call fails; the job retries in a minute.
 */
export async function reconcileOrder(deps: Deps, due: DueOrder): Promise<void> {
  let captured: ProviderPayment[];
  try {
    captured = await findCaptured(deps, due.providerOrderId);
  } catch (error) {
    const now = deps.clock.now();
    if (isRetryPeriodOver(due.createdAt, now))
      await giveUp(deps, due, { checks: due.checks, hasAnswered: false });
    else await setNextCheck(deps.database, due, { checks: due.checks, nextCheckAt: retryCheck(now) });
    throw error;
  }
  const order = await getOrder(deps.database, due.id);
  for (const { id: providerPaymentId, amountPaise, currency } of captured) {
    await settlePayment(deps, { order, providerPaymentId, amountPaise, currency });
  }
  // A settled order is no longer open, so both of these skip it.
  const checks = due.checks + 1;
  if (wasLastCheck(checks)) await giveUp(deps, due, { checks, hasAnswered: true });
  else await setNextCheck(deps.database, due, { checks, nextCheckAt: nextCheck(due.createdAt, checks) });
}

/** An order's captured payments. Captures those that the bank has only authorized. */
async function findCaptured({ payments }: Deps, providerOrderId: string): Promise<ProviderPayment[]> {
  const captured: ProviderPayment[] = [];
  for (const payment of await payments.listPayments(providerOrderId)) {
    const taken = payment.status === "authorized" ? await payments.capturePayment(payment) : payment;
    if (taken.status === "captured") captured.push(taken);
  }
  return captured;
}

interface GiveUpDetails {
  checks: number;
  /** False if the provider never gave an answer about the order. */
  hasAnswered: boolean;
}

async function giveUp(
  deps: Deps,
  { id, providerOrderId }: DueOrder,
  { checks, hasAnswered }: GiveUpDetails,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    if (!(await markGivenUp(tx, id, checks, now))) return;
    await recordAudit(tx, {
      actor: "system",
      action: "order.given-up",
      subject: `order:${id}`,
      details: { providerOrderId, checks, hasAnswered },
      now,
    });
    await deps.jobs.enqueue(tx, notifyOperator, { kind: "given-up", orderId: id, hasAnswered });
  });
}
