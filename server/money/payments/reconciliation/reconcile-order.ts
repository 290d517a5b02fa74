import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { ProviderPayment } from "../../../vendors/payment/port.ts";
import { notifyOperator } from "../job-definitions.ts";
import { getOrder } from "../orders/order-store.ts";
import { heldSince } from "../rules.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { type DueOrder, isBuyerDeleted, markGivenUp, setNextCheck } from "./reconciliation-store.ts";
import { isRetryPeriodOver, nextCheck, retryCheck, wasLastCheck } from "./rules.ts";

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
  else await setNextCheck(deps.database, due, { checks, nextCheckAt: nextCheck(heldSince(due), checks) });
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
  if (authorized.length === 0 || (await isBuyerDeleted(database, id))) return [];
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

interface GiveUpDetails {
  checks: number;
  /** False if the provider never gave an answer about the order. */
  hasAnswered: boolean;
}

async function giveUp(deps: Deps, due: DueOrder, { checks, hasAnswered }: GiveUpDetails): Promise<void> {
  const now = deps.clock.now();
  const { id, providerOrderId } = due;
  await inTransaction(deps.database, async (tx) => {
    if (!(await markGivenUp(tx, due, checks, now))) return;
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
