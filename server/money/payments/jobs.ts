import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs/job.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import {
  findRefundsHourly,
  mailRefund,
  notifyOperator,
  reconcileOrders,
  sendReceipt,
  sendRefund,
  tellDiscountAgain,
} from "./job-definitions.ts";
import { receiptMessage } from "./messages.ts";
import { findProviderRefunds } from "./reconciliation/find-provider-refunds.ts";
import { reconcileDueOrders } from "./reconciliation/reconcile-due-orders.ts";
import { sendRefundMail, sendRefundMoney } from "./refunds/send-refund.ts";
import { sendDiscountAgain, sendOperatorNote } from "./send-operator-note.ts";
import { getBuyer, getPurchase } from "./store.ts";

export const paymentJobs: JobHandler<Deps>[] = [
  defineHandler(sendReceipt, mailReceipt),
  defineHandler(reconcileOrders, reconcileDueOrders),
  defineHandler(findRefundsHourly, findProviderRefunds),
  defineHandler(notifyOperator, sendOperatorNote),
  defineHandler(tellDiscountAgain, sendDiscountAgain),
  defineHandler(sendRefund, sendRefundMoney),
  defineHandler(mailRefund, sendRefundMail),
];

async function mailReceipt(deps: Deps, { paymentId }: { paymentId: string }): Promise<void> {
  const purchase = await getPurchase(deps.database, paymentId);
  const payer = await getBuyer(deps.database, purchase.userId);
  await deps.mail.send(composeMail(deps.config.business, receiptMessage(purchase, payer, deps.config)));
}
