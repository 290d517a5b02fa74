import { currency, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import { verificationFailedMessage } from "@greenroom/contract/money/payments.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findOrderByProviderId } from "../orders/order-store.ts";
import { isOrderOwner } from "../policy.ts";
import { formatSessionCount } from "../rules.ts";
import { settlePayment } from "./settle-payment.ts";

export interface CheckoutCallback {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
  planType: PlanType;
  /** Rupees. */
  newPrice: number;
}

/**
 * Verifies the checkout's signed callback and grants the credits. Throws `not_found` for another user's order,
 * `conflict` if plan or price differ from the order's, `invalid_input` for a wrong signature. A repeated call gets
 * the same response.
 */
export async function verifyPayment(
  deps: Deps,
  actor: Actor,
  callback: CheckoutCallback,
): Promise<{ msg: string }> {
  const { razorpay_order_id: providerOrderId, razorpay_payment_id: providerPaymentId } = callback;
  const provider = deps.payments.name;
  const order = await findOrderByProviderId(deps.database, { provider, providerOrderId });
  if (order === null || !isOrderOwner(actor, order)) {
    throw new AppError("not_found", { msg: verificationFailedMessage });
  }
  if (order.planType !== callback.planType || order.amountPaise !== paiseFromRupees(callback.newPrice)) {
    throw new AppError("conflict", { msg: verificationFailedMessage });
  }
  const isSigned = deps.payments.isCheckoutSignature({
    orderId: providerOrderId,
    paymentId: providerPaymentId,
    signature: callback.razorpay_signature,
  });
  if (!isSigned) {
    deps.log.warn({ userId: actor.userId, orderId: order.id }, "refused: a payment's signature is wrong");
    throw new AppError("invalid_input", { msg: verificationFailedMessage });
  }
  // The signature ties the payment to the order, and the provider accepts only the order's amount for it.
  await settlePayment(deps, { order, providerPaymentId, amountPaise: order.amountPaise, currency });
  return { msg: `✅ Payment successful! ${formatSessionCount(order.sessions)} added to your account.` };
}
