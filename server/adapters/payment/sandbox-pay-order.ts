import type { EndpointOutput } from "@greenroom/contract/endpoint.ts";
import type { paySandboxOrder } from "@greenroom/contract/payments.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { checkoutSignature } from "./razorpay-protocol.ts";
import {
  findCapturedPayment,
  insertPayment,
  lockOrder,
  type SandboxOrder,
  type SandboxPayment,
  sandboxId,
  setOrderStatus,
} from "./sandbox-books.ts";
import { sandboxKeys } from "./sandbox-keys.ts";
import { deliverWebhook } from "./sandbox-webhooks.ts";

export type Outcome = "success" | "failure" | "closed";

/**
 * What a person did in the checkout. Money is taken once an order: pressing again answers with the same payment.
 * Throws `not_found`, and `conflict` when a paid order is asked to fail.
 */
export async function payOrder(
  deps: Deps,
  orderId: string,
  outcome: Outcome,
): Promise<EndpointOutput<typeof paySandboxOrder>> {
  const payment = await inTransaction(deps.database, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === null) throw new AppError("not_found", { msg: "The sandbox has no such order." });
    const captured = await findCapturedPayment(tx, orderId);
    if (captured === null) return await takePayment(deps, tx, order, outcome);
    if (outcome === "failure") throw new AppError("conflict", { msg: "This order is paid already." });
    return captured;
  });
  if (outcome === "closed") return { closed: true };
  if (outcome === "failure") return failure(payment);
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
  outcome: Outcome,
): Promise<SandboxPayment> {
  const payment: SandboxPayment = {
    id: sandboxId("pay"),
    orderId: order.id,
    amount: order.amount,
    currency: order.currency,
    status: outcome === "failure" ? "failed" : "captured",
    createdAt: deps.clock.now(),
  };
  await insertPayment(tx, payment);
  await setOrderStatus(tx, order.id, outcome === "failure" ? "attempted" : "paid");
  await deps.jobs.send(tx, deliverWebhook, { paymentId: payment.id });
  return payment;
}

/** The object that Razorpay's checkout hands to `payment.failed` (razorpay.com/docs/errors). */
function failure({ id, orderId }: SandboxPayment) {
  return {
    error: {
      code: "BAD_REQUEST_ERROR",
      description: "Your payment was declined by the bank.",
      source: "bank",
      step: "payment_authorization",
      reason: "payment_failed",
      metadata: { order_id: orderId, payment_id: id },
    },
  };
}
