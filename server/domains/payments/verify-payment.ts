import { currency, paiseFromRupees } from "@greenroom/contract/money.ts";
import { verificationFailed } from "@greenroom/contract/payments.ts";
import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { findOrderByProviderId } from "./order-store.ts";
import { isPayersOrder } from "./policy.ts";
import { countSessions } from "./rules.ts";
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
 * Takes the checkout's word for a payment, if the provider signed it, and grants the sessions. Throws `not_found` for
 * an order that is not this person's, `conflict` when plan or price are not the order's, `invalid_input` for a wrong
 * signature; a repeated call is answered like the first.
 */
export async function verifyPayment(
  deps: Deps,
  actor: Actor,
  callback: CheckoutCallback,
): Promise<{ msg: string }> {
  const { razorpay_order_id: providerOrderId, razorpay_payment_id: providerPaymentId } = callback;
  const provider = deps.payments.name;
  const order = await findOrderByProviderId(deps.database, { provider, providerOrderId });
  if (order === null || !isPayersOrder(actor, order)) {
    throw new AppError("not_found", { msg: verificationFailed });
  }
  if (order.planType !== callback.planType || order.amountPaise !== paiseFromRupees(callback.newPrice)) {
    throw new AppError("conflict", { msg: verificationFailed });
  }
  const isSigned = deps.payments.isCheckoutSignature({
    orderId: providerOrderId,
    paymentId: providerPaymentId,
    signature: callback.razorpay_signature,
  });
  if (!isSigned) {
    deps.log.warn({ userId: actor.userId, orderId: order.id }, "refused: a payment's signature is wrong");
    throw new AppError("invalid_input", { msg: verificationFailed });
  }
  // The signature ties the payment to the order, and the provider takes no other amount for it than the order's.
  await settlePayment(deps, { order, providerPaymentId, amountPaise: order.amountPaise, currency });
  return { msg: `✅ Payment successful! ${countSessions(order.sessions)} added to your account.` };
}
