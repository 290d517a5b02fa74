import { readFileSync } from "node:fs";
import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { paySandboxOrder } from "@greenroom/contract/money/payments.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { withDeadline } from "../../kernel/concurrency.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { AdapterPlugin, Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { defineHandler, defineJob } from "../../kernel/jobs.ts";
import { checkoutSignature, webhookSignature } from "./razorpay-protocol.ts";
import { isSandbox, sandboxKeys, sandboxScriptPath } from "./sandbox.ts";
import {
  findCapturedPayment,
  getSandboxPayment,
  insertSandboxPayment,
  lockSandboxOrder,
  type SandboxOrder,
  type SandboxPayment,
  sandboxId,
  setSandboxOrderStatus,
} from "./sandbox-store.ts";

/** Sends a payment to our webhook, and retries with back-off until it succeeds, also after a restart. */
export const deliverWebhook = defineJob("sandbox.deliver-webhook", z.object({ paymentId: z.string() }));

/** The sandbox's only reason to decline a payment (razorpay.com/docs/errors). */
export const decline = {
  code: "BAD_REQUEST_ERROR",
  description: "Your payment was declined by the bank.",
  source: "bank",
  step: "payment_authorization",
  reason: "payment_failed",
};

/** How long our own webhook may take to answer, in milliseconds (Razorpay gives up after five seconds). */
const webhookTimeoutMilliseconds = 5_000;

/** Sends the webhook over HTTP, as a provider does. Rejects if it was not accepted; the job then retries. */
export async function sendWebhook(deps: Deps, { paymentId }: { paymentId: string }): Promise<void> {
  // Another provider was configured meanwhile, so the sandbox has nothing to report.
  if (!isSandbox(deps.payments)) return;
  const { webhookUrl } = deps.payments;
  const payment = await getSandboxPayment(deps.database, paymentId);
  const rawBody = Buffer.from(JSON.stringify(webhookBody(payment)));
  const { ok, status } = await withDeadline(webhookTimeoutMilliseconds, undefined, async (signal) => {
    const response = await fetch(webhookUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": webhookSignature(sandboxKeys(deps.hmac).webhookSecret, rawBody),
        "x-razorpay-event-id": payment.id.replace("pay_", "evt_"),
      },
      body: rawBody,
      redirect: "error",
      signal,
    });
    await response.arrayBuffer();
    return response;
  });
  if (!ok) throw new Error(`the webhook for ${paymentId} was answered with ${status}`);
}

/**
 * The fields that we read of Razorpay's `payment.captured` and `payment.failed`
 * (razorpay.com/docs/webhooks/payments), times in seconds.
 */
function webhookBody({ id, orderId, amount, currency, status, createdAt }: SandboxPayment) {
  const created_at = Math.floor(createdAt.getTime() / 1000);
  return {
    entity: "event",
    account_id: "acc_sandbox",
    event: `payment.${status}`,
    contains: ["payment"],
    payload: {
      payment: {
        entity: {
          id,
          entity: "payment",
          amount,
          currency,
          status,
          order_id: orderId,
          method: "card",
          captured: status === "captured",
          notes: [],
          created_at,
          // `error_code` and so on; null unless the payment failed.
          ...Object.fromEntries(
            Object.entries(decline).map(([field, value]) => [
              `error_${field}`,
              status === "failed" ? value : null,
            ]),
          ),
        },
      },
    },
    created_at,
  };
}

export type CheckoutOutcome = "success" | "failure" | "closed";

/**
 * Records a person's choice in the checkout. An order is paid at most once: another click returns the same payment.
 * Throws `not_found`, and `conflict` if a paid order should fail.
 */
export async function payOrder(
  deps: Deps,
  orderId: string,
  outcome: CheckoutOutcome,
): Promise<EndpointOutput<typeof paySandboxOrder>> {
  const payment = await inTransaction(deps.database, async (tx) => {
    const order = await lockSandboxOrder(tx, orderId);
    if (order === null) throw new AppError("not_found", { msg: "The sandbox has no such order." });
    const captured = await findCapturedPayment(tx, orderId);
    if (captured === null) return await takePayment(deps, tx, order, outcome);
    if (outcome === "failure") throw conflict("This order is paid already.");
    return captured;
  });
  if (outcome === "closed") return { closed: true };
  if (outcome === "failure") return failureResponse(payment);
  return {
    razorpay_order_id: orderId,
    razorpay_payment_id: payment.id,
    razorpay_signature: checkoutSignature(sandboxKeys(deps.hmac).keySecret, orderId, payment.id),
  };
}

async function takePayment(
  deps: Deps,
  tx: Tx,
  order: SandboxOrder,
  outcome: CheckoutOutcome,
): Promise<SandboxPayment> {
  const payment: SandboxPayment = {
    id: sandboxId("pay"),
    orderId: order.id,
    amount: order.amount,
    currency: order.currency,
    status: outcome === "failure" ? "failed" : "captured",
    createdAt: deps.clock.now(),
  };
  await insertSandboxPayment(tx, payment);
  await setSandboxOrderStatus(tx, order.id, outcome === "failure" ? "attempted" : "paid");
  await deps.jobs.enqueue(tx, deliverWebhook, { paymentId: payment.id });
  return payment;
}

/** The object that Razorpay's checkout passes to `payment.failed` (razorpay.com/docs/errors). */
function failureResponse({ id, orderId }: SandboxPayment) {
  return {
    error: {
      ...decline,
      metadata: { order_id: orderId, payment_id: id },
    },
  };
}

/** Beside this file in the sources, and beside the bundle's chunks in the build. */
const scriptFile = new URL("./sandbox-checkout.js", import.meta.url);

/** The parts of a provider outside its API: a checkout, payments in it, and webhooks. */
export const sandboxPlugin: AdapterPlugin = {
  registerRoutes(app: FastifyInstance, deps: Deps) {
    // In production, sandbox money must never buy anything, whatever the configuration.
    if (deps.config.isProduction) return;
    const script = readFileSync(scriptFile, "utf8");
    app.get(sandboxScriptPath, { schema: { hide: true }, config: { access: "public" } }, (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(script),
    );
    bind(app, deps, paySandboxOrder, ({ params, body }) => payOrder(deps, params.id, body.outcome));
  },
  jobs: [defineHandler(deliverWebhook, sendWebhook)],
};
