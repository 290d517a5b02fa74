import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import {
  findRefundsHourly,
  mailReceipt,
  mailRefund,
  notifyOperator,
  reconcileOrders,
  sendOperatorNote,
  sendReceipt,
  sendRefund,
  sendRefundMail,
} from "./mails.ts";
import { findProviderRefunds } from "./provider-refunds.ts";
import { reconcileDueOrders } from "./reconcile.ts";
import { sendRefundMoney } from "./refund.ts";

export const paymentJobs: JobHandler<Deps>[] = [
  defineHandler(sendReceipt, mailReceipt),
  defineHandler(reconcileOrders, reconcileDueOrders),
  defineHandler(findRefundsHourly, findProviderRefunds),
  defineHandler(notifyOperator, sendOperatorNote),
  defineHandler(sendRefund, sendRefundMoney),
  defineHandler(mailRefund, sendRefundMail),
];
