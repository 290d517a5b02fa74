import {
  createOrder,
  getReceipt as getReceiptEndpoint,
  listPurchases as listPurchasesEndpoint,
  receiveWebhook as receiveWebhookEndpoint,
  verifyPayment as verifyPaymentEndpoint,
} from "@greenroom/contract/money/payments.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendPage } from "../../kernel/http/send-page.ts";
import { getReceipt } from "./get-receipt.ts";
import { listPurchases } from "./list-purchases.ts";
import { openOrder } from "./orders/open-order.ts";
import { receiveWebhook } from "./settlement/receive-webhook.ts";
import { verifyPayment } from "./settlement/verify-payment.ts";

export function registerPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, createOrder, ({ actor, body }) => openOrder(deps, actor, body));
  bind(app, deps, verifyPaymentEndpoint, ({ actor, body }) => verifyPayment(deps, actor, body));
  bind(app, deps, listPurchasesEndpoint, async (call) =>
    sendPage(call, await listPurchases(deps, call.actor, call.query)),
  );
  bind(app, deps, getReceiptEndpoint, ({ actor, params }) => getReceipt(deps, actor, params.id));
  app.register(async (scope) => {
    // The signature covers the raw bytes, so only this route keeps them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    bind(scope, deps, receiveWebhookEndpoint, ({ request }) => receiveWebhook(deps, readDelivery(request)));
  });
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
