import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import type { paySandboxOrder } from "@greenroom/contract/money/payments.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { checkoutSignature } from "../razorpay-protocol.ts";
import { sandboxKeys } from "../sandbox-keys.ts";
import {
  findCapturedPayment,
  insertSandboxPayment,
  lockSandboxOrder,
  type SandboxOrder,
  type SandboxPayment,
  sandboxId,
  setSandboxOrderStatus,
} from "../sandbox-store.ts";
import { decline, deliverWebhook } from "./webhooks.ts";

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
    if (outcome === "failure") throw new AppError("conflict", { msg: "This order is paid already." });
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
