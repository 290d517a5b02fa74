import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { mailRefund } from "./job-definitions.ts";
import { refundMessage } from "./messages.ts";
import { getRefund, markRefundDone } from "./refund-store.ts";
import { getPayer } from "./store.ts";

/** Gives a refund's money back: once, for its id is the provider's key, however often this runs. */
export async function sendRefundMoney(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  if (refund.status === "done") return;
  if (refund.provider !== deps.payments.name) throw new Error(`${refund.provider} is not in use now`);
  const { refundId: providerRefundId } = await deps.payments.refundPayment({
    paymentId: refund.providerPaymentId,
    amountPaise: refund.amountPaise,
    idempotencyKey: refundId,
  });
  await inTransaction(deps.database, async (tx) => {
    const isFirst = await markRefundDone(tx, refundId, { providerRefundId, now: deps.clock.now() });
    if (isFirst) await deps.jobs.send(tx, mailRefund, { refundId });
  });
}

/** Tells its person of a refund that is on its way. */
export async function sendRefundMail(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  const payer = await getPayer(deps.database, refund.userId);
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, refundMessage(refund, payer)));
}
