import * as contract from "@greenroom/contract/desk/money/payments.ts";
import { paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { performOrRequestApproval, previewAction } from "../approvals/perform-or-request-approval.ts";
import { checkOrderAgain, previewCheck } from "./check-order.ts";
import {
  getDeskPayment,
  listDeskPayments,
  listUnpaidOrders,
  listUnsentRefunds,
} from "./list-desk-payments.ts";
import { refundAction } from "./refund-action.ts";
import { previewRetry, retryRefund } from "./retry-refund.ts";

/** Payments, refunds and unpaid orders at the desk. */
export function registerDeskPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listDeskPayments, async (call) =>
    sendPage(call, await listDeskPayments(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.getDeskPayment, ({ actor, params }) => getDeskPayment(deps, actor, params.id));
  bind(app, deps, contract.previewRefunds, ({ actor, body }) =>
    previewAction(deps, actor, refundAction, { items: body.items.map(toPayload) }),
  );
  bind(app, deps, contract.refundPayments, ({ actor, body: { items, ...confirmed } }) =>
    performOrRequestApproval(deps, actor, refundAction, {
      ...confirmed,
      payload: { items: items.map(toPayload) },
    }),
  );
  bind(app, deps, contract.listUnsentRefunds, async (call) =>
    sendPage(call, await listUnsentRefunds(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.previewRefundRetry, ({ actor, params }) => previewRetry(deps, actor, params.id));
  bind(app, deps, contract.retryRefund, ({ actor, params, body }) =>
    retryRefund(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.listUnpaidOrders, async (call) =>
    sendPage(call, await listUnpaidOrders(deps, call.actor, call.query)),
  );
  bind(app, deps, contract.previewOrderCheck, ({ actor, params }) => previewCheck(deps, actor, params.id));
  bind(app, deps, contract.checkOrder, ({ actor, params, body }) =>
    checkOrderAgain(deps, actor, { ...params, ...body }),
  );
}

/** Money in paise, as everywhere behind the wire. */
function toPayload(item: contract.RefundItem) {
  return "goodwill" in item
    ? { paymentId: item.paymentId, goodwillPaise: paiseFromRupees(item.goodwill) }
    : item;
}
