import type { Deps } from "../../deps.ts";
import { handles, type JobHandler } from "../../jobs/job.ts";
import { composeMail } from "../../mail/compose.ts";
import { mailRefund, noteToOperator, reconcileOrders, sendReceipt, sendRefund } from "./job-definitions.ts";
import { receiptMessage } from "./messages.ts";
import { reconcileDueOrders } from "./reconcile-due-orders.ts";
import { sendNoteToOperator } from "./send-note-to-operator.ts";
import { sendRefundMail, sendRefundMoney } from "./send-refund-money.ts";
import { getPayer, getPurchase } from "./store.ts";

export const paymentJobs: JobHandler<Deps>[] = [
  handles(sendReceipt, mailReceipt),
  handles(reconcileOrders, reconcileDueOrders),
  handles(noteToOperator, sendNoteToOperator),
  handles(sendRefund, sendRefundMoney),
  handles(mailRefund, sendRefundMail),
];

async function mailReceipt(deps: Deps, { paymentId }: { paymentId: string }): Promise<void> {
  const purchase = await getPurchase(deps.database, paymentId);
  const payer = await getPayer(deps.database, purchase.userId);
  await deps.mail.send(composeMail(deps.config.business, receiptMessage(purchase, payer, deps.config)));
}
