import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import {
  findRefundsHourly,
  mailRefund,
  notifyOperator,
  receiptMessage,
  reconcileOrders,
  sendDiscountAgain,
  sendOperatorNote,
  sendReceipt,
  sendRefund,
  tellDiscountAgain,
} from "./mails.ts";
import { findProviderRefunds } from "./provider-refunds.ts";
import { reconcileDueOrders } from "./reconcile.ts";
import { sendRefundMail, sendRefundMoney } from "./refund.ts";
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
