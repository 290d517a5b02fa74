import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { composeMail } from "../../mail/compose.ts";
import { mailRefund, noteToOperator } from "./job-definitions.ts";
import { refundMessage } from "./messages.ts";
import { getRefund, markRefundDone, markRefundRefused } from "./refund-store.ts";
import { getPayer } from "./store.ts";

/** Gives a refund's money back: once, for its id is the provider's key, however often this runs. */
export async function sendRefundMoney(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  if (refund.status === "done") return;
  if (refund.provider !== deps.payments.name) throw new Error(`${refund.provider} is not in use now`);
  const { refundId: providerRefundId } = await askForRefund(deps, refund);
  await inTransaction(deps.database, async (tx) => {
    const isFirst = await markRefundDone(tx, refundId, { providerRefundId, now: deps.clock.now() });
    if (isFirst) await deps.jobs.send(tx, mailRefund, { refundId });
  });
}

/** What the provider refuses for a reason is written down and told to us, once a reason; the job goes on trying. */
async function askForRefund(deps: Deps, refund: Awaited<ReturnType<typeof getRefund>>) {
  try {
    return await deps.payments.refundPayment({
      paymentId: refund.providerPaymentId,
      amountPaise: refund.amountPaise,
      idempotencyKey: refund.id,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict")
      await tellOfRefusal(deps, refund.id, error.message);
    throw error;
  }
}

async function tellOfRefusal(deps: Deps, refundId: string, refusal: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const isNew = await markRefundRefused(tx, refundId, { refusal, now: deps.clock.now() });
    if (isNew) await deps.jobs.send(tx, noteToOperator, { kind: "refund-refused", refundId });
  });
}

/** Tells its person of a refund that is on its way. */
export async function sendRefundMail(deps: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  const payer = await getPayer(deps.database, refund.userId);
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, refundMessage(refund, payer)));
}
