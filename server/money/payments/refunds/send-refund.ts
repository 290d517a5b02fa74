import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { composeMail } from "../../../kernel/mail/compose.ts";
import { mailRefund, notifyOperator } from "../job-definitions.ts";
import { refundMessage } from "../messages.ts";
import { getBuyer } from "../store.ts";
import { getRefund, markRefundDone, markRefundRefused } from "./refund-store.ts";

/**
 * Sends a refund's money. Its id is the provider's idempotency key, so it is paid once, however often this
 * runs.
 */
export async function sendRefundMoney(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  if (refund.status === "done") return;
  if (refund.provider !== deps.payments.name) throw new Error(`${refund.provider} is not in use now`);
  const { refundId: providerRefundId } = await requestRefund(deps, refund);
  await inTransaction(deps.database, async (tx) => {
    const isFirst = await markRefundDone(tx, refundId, { providerRefundId, now: deps.clock.now() });
    if (isFirst) await deps.jobs.enqueue(tx, mailRefund, { refundId });
  });
}

/** Stores the reason of a refusal and notifies us, once per reason; the job keeps trying. */
async function requestRefund(deps: Deps, refund: Awaited<ReturnType<typeof getRefund>>) {
  try {
    return await deps.payments.refundPayment({
      paymentId: refund.providerPaymentId,
      amountPaise: refund.amountPaise,
      idempotencyKey: refund.id,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict")
      await recordRefusal(deps, refund.id, error.message);
    throw error;
  }
}

async function recordRefusal(deps: Deps, refundId: string, refusal: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const isNew = await markRefundRefused(tx, refundId, { refusal, now: deps.clock.now() });
    if (isNew) await deps.jobs.enqueue(tx, notifyOperator, { kind: "refund-refused", refundId });
  });
}

/** Tells the buyer about a refund that is on its way. */
export async function sendRefundMail(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  const payer = await getBuyer(deps.database, refund.userId);
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, refundMessage(refund, payer)));
}
