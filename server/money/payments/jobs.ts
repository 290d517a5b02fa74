import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, type JobHandler } from "../../kernel/jobs.ts";
import {
  findRefundsHourly,
  mailReceipt,
  mailRefund,
  mailRefundFailed,
  notifyOperator,
  reconcileOrders,
  sendOperatorNote,
  sendReceipt,
  sendRefund,
  sendRefundFailedMail,
  sendRefundMail,
  tellDiscountAgain,
} from "./mails.ts";
import { findProviderRefunds } from "./provider-refunds.ts";
import { reconcileDueOrders } from "./reconcile.ts";
import { sendRefundMoney } from "./refund.ts";

export const paymentJobs: JobHandler<Deps>[] = [
  defineHandler(sendReceipt, mailReceipt),
  defineHandler(reconcileOrders, reconcileDueOrders),
  defineHandler(findRefundsHourly, findProviderRefunds),
  defineHandler(notifyOperator, sendOperatorNote),
  defineHandler(tellDiscountAgain, (deps, details) =>
    sendOperatorNote(deps, { kind: "discount-again", ...details }),
  ),
  defineHandler(sendRefund, sendRefundMoney),
  defineHandler(mailRefund, sendRefundMail),
  defineHandler(mailRefundFailed, sendRefundFailedMail),
];
