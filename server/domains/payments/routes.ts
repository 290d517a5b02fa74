import {
  createOrder,
  getReceipt as getReceiptEndpoint,
  listPurchases as listPurchasesEndpoint,
  receiveWebhook as receiveWebhookEndpoint,
  verifyPayment as verifyPaymentEndpoint,
} from "@greenroom/contract/payments.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { AppError } from "../../http/errors.ts";
import { getReceipt } from "./get-receipt.ts";
import { listPurchases } from "./list-purchases.ts";
import { openOrder } from "./open-order.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { verifyPayment } from "./verify-payment.ts";

export function registerPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, createOrder, ({ actor, body }) => openOrder(deps, actor, body));
  bind(app, deps, verifyPaymentEndpoint, ({ actor, body }) => verifyPayment(deps, actor, body));
  bind(app, deps, listPurchasesEndpoint, ({ actor }) => listPurchases(deps, actor));
  bind(app, deps, getReceiptEndpoint, ({ actor, params }) => getReceipt(deps, actor, params.id));
  app.register(async (scope) => {
    // The signature is over the bytes, so this one route keeps them; the parsers of all others stay as they are.
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

/** A header that was sent once, short enough to be kept; null otherwise. */
function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" && value.length > 0 && value.length <= 200 ? value : null;
}
