import * as earnings from "@greenroom/contract/money/earnings.ts";
import * as payments from "@greenroom/contract/money/payments.ts";
import * as details from "@greenroom/contract/money/payout-details.ts";
import * as plans from "@greenroom/contract/money/plans.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { bind, sendPage } from "../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { listLedger } from "./credits/credits.ts";
import { exportEarnings, listEarnings, presentEarnings } from "./earnings/list-earnings.ts";
import { openOrder } from "./payments/orders.ts";
import { getReceipt, listPurchases } from "./payments/purchases.ts";
import { verifyPayment } from "./payments/settle.ts";
import { receiveWebhook } from "./payments/webhook.ts";
import { getPayoutDetails, savePayoutDetails, withdrawPayoutDetails } from "./payouts/payout-details.ts";
import { listPlans, quotePlan } from "./plans/pricing.ts";

export function registerMoneyRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, plans.listPlans, ({ actor }) => listPlans(deps, actor));
  bind(app, deps, plans.quotePlan, ({ actor, body }) => quotePlan(deps, actor, body));

  bind(app, deps, payments.createOrder, ({ actor, body }) => openOrder(deps, actor, body));
  bind(app, deps, payments.verifyPayment, ({ actor, body }) => verifyPayment(deps, actor, body));
  bind(app, deps, payments.listPurchases, async (call) =>
    sendPage(call, await listPurchases(deps, call.actor, call.query)),
  );
  bind(app, deps, payments.getReceipt, ({ actor, params }) => getReceipt(deps, actor, params.id));
  app.register(async (scope) => {
    // The signature covers the raw bytes, so only this route keeps them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    bind(scope, deps, payments.receiveWebhook, ({ request }) => receiveWebhook(deps, readDelivery(request)));
  });

  bind(app, deps, payments.listLedger, async (call) =>
    sendPage(call, await listLedger(deps, call.actor, call.query)),
  );

  bind(app, deps, earnings.listEarnings, async (call) => {
    const page = await listEarnings(deps, call.actor, call.query);
    return presentEarnings({ ...page, rows: sendPage(call, page) });
  });
  bind(app, deps, earnings.exportEarnings, async ({ actor, reply }) =>
    sendBytes(reply, {
      content: await exportEarnings(deps, actor, readerSignal(reply)),
      contentType: "text/csv; charset=utf-8",
      fileName: "earnings.csv",
    }),
  );

  bind(app, deps, details.getPayoutDetails, ({ actor }) => getPayoutDetails(deps, actor));
  bind(app, deps, details.savePayoutDetails, ({ actor, body }) => savePayoutDetails(deps, actor, body));
  bind(app, deps, details.withdrawPayoutDetails, ({ actor }) => withdrawPayoutDetails(deps, actor));
}

/** Razorpay's headers ("Validate and Test Webhooks"): `X-Razorpay-Signature` and `x-razorpay-event-id`. */
function readDelivery(request: FastifyRequest) {
  const signature = header(request, "x-razorpay-signature");
  if (signature === null || !Buffer.isBuffer(request.body)) {
    throw new AppError("invalid_input", { msg: "The signature is missing." });
  }
  return { rawBody: request.body, signature, eventId: header(request, "x-razorpay-event-id") };
}

/** A header that was sent exactly once and is short enough to store; null otherwise. */
function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" && value.length > 0 && value.length <= 200 ? value : null;
}
