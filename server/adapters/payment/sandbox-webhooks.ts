import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { defineJob } from "../../jobs/job.ts";
import { webhookSignature } from "./razorpay-protocol.ts";
import { isSandbox } from "./sandbox.ts";
import { getPayment, type SandboxPayment } from "./sandbox-books.ts";
import { sandboxKeys } from "./sandbox-keys.ts";

/** Tells our webhook of a payment, again with back-off until it answers with success, also after a restart. */
export const deliverWebhook = defineJob({
  name: "sandbox.deliver-webhook",
  payload: z.object({ paymentId: z.string() }),
});

/** How long our own webhook may take to answer, in milliseconds (Razorpay gives up after five seconds). */
const answerWithin = 5_000;

/** Sends the webhook over HTTP, as a provider does. Rejects when it was not taken; the job is then tried again. */
export async function sendWebhook(deps: Deps, { paymentId }: { paymentId: string }): Promise<void> {
  if (!isSandbox(deps.payments)) return; // Another provider was set since: its orders are not the sandbox's to tell of.
  const payment = await getPayment(deps.database, paymentId);
  const rawBody = Buffer.from(JSON.stringify(webhookBody(payment)));
  const response = await fetch(deps.payments.webhookUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-razorpay-signature": webhookSignature(sandboxKeys(deps.hmac).webhookSecret, rawBody),
      "x-razorpay-event-id": payment.id.replace("pay_", "evt_"),
    },
    body: rawBody,
    redirect: "error",
    signal: AbortSignal.timeout(answerWithin),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the webhook for ${paymentId} was answered with ${response.status}`);
}

/** The fields that we read of Razorpay's `payment.captured` and `payment.failed` (razorpay.com/docs/webhooks/payments), times in seconds. */
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
        },
      },
    },
    created_at,
  };
}
