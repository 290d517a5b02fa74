import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { ProviderPayment } from "../../ports/payment.ts";
import { recordAudit } from "../operator/record-audit.ts";
import { noteToOperator } from "./job-definitions.ts";
import { getOrder } from "./order-store.ts";
import { isPatienceOver, nextCheck, retryCheck, wasLastCheck } from "./reconciliation-rules.ts";
import { type DueOrder, markGivenUp, setNextCheck } from "./reconciliation-store.ts";
import { settlePayment } from "./settle-payment.ts";

/**
 * Asks the provider how an order ended and takes what was paid into the books. What was not paid is asked for again, and
 * given up with a note to us after the last time. Rejects as the provider's call did; then it is tried again in a minute.
 */
export async function reconcileOrder(deps: Deps, due: DueOrder): Promise<void> {
  let captured: ProviderPayment[];
  try {
    captured = await findCaptured(deps, due.providerOrderId);
  } catch (error) {
    const now = deps.clock.now();
    if (isPatienceOver(due.createdAt, now))
      await giveUp(deps, due, { checks: due.checks, hasAnswered: false });
    else await setNextCheck(deps.database, due, { checks: due.checks, nextCheckAt: retryCheck(now) });
    throw error;
  }
  const order = await getOrder(deps.database, due.id);
  for (const { id: providerPaymentId, amountPaise, currency } of captured) {
    await settlePayment(deps, { order, providerPaymentId, amountPaise, currency });
  }
  // A settled order is not open any more, and both of these pass it over.
  const checks = due.checks + 1;
  if (wasLastCheck(checks)) await giveUp(deps, due, { checks, hasAnswered: true });
  else await setNextCheck(deps.database, due, { checks, nextCheckAt: nextCheck(due.createdAt, checks) });
}

/** An order's payments whose money was taken; one that the bank has only agreed to is taken now. */
async function findCaptured({ payments }: Deps, providerOrderId: string): Promise<ProviderPayment[]> {
  const captured: ProviderPayment[] = [];
  for (const payment of await payments.listPayments(providerOrderId)) {
    const taken = payment.status === "authorized" ? await payments.capturePayment(payment) : payment;
    if (taken.status === "captured") captured.push(taken);
  }
  return captured;
}

interface LastWord {
  checks: number;
  /** False: the provider never said how the order ended. */
  hasAnswered: boolean;
}

async function giveUp(
  deps: Deps,
  { id, providerOrderId }: DueOrder,
  { checks, hasAnswered }: LastWord,
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
    await deps.jobs.send(tx, noteToOperator, { kind: "given-up", orderId: id, hasAnswered });
  });
}
