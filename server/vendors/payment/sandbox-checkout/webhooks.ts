import { z } from "zod";
import type { Deps } from "../../../kernel/deps.ts";
import { defineJob } from "../../../kernel/jobs/job.ts";
import { withDeadline } from "../../../kernel/with-deadline.ts";
import { webhookSignature } from "../razorpay-protocol.ts";
import { isSandbox } from "../sandbox.ts";
import { sandboxKeys } from "../sandbox-keys.ts";
import { getSandboxPayment, type SandboxPayment } from "../sandbox-store.ts";

/** Sends a payment to our webhook, and retries with back-off until it succeeds, also after a restart. */
export const deliverWebhook = defineJob({
  name: "sandbox.deliver-webhook",
  payload: z.object({ paymentId: z.string() }),
});

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
