import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { recordProviderRefund, undoFailedRefund } from "./provider-refunds.ts";
import { settlePayment } from "./settle.ts";
import { findOrderByProviderId } from "./store.ts";

interface WebhookDelivery {
  /** The raw bytes, which the signature covers. */
  rawBody: Buffer;
  signature: string;
  /** `x-razorpay-event-id`: the same for every delivery of one event; null without the header. */
  eventId: string | null;
}

/**
 * Receives a webhook from the provider. Every correctly signed webhook gets a success, so that the provider stops
 * sending it. Throws `invalid_input` for a wrong signature or an unreadable body.
 */
export async function receiveWebhook(
  deps: Deps,
  { rawBody, signature, eventId }: WebhookDelivery,
): Promise<{ msg: string }> {
  const provider = deps.payments.name;
  const event = deps.payments.readWebhook(rawBody, signature);
  if (event === null) throw new AppError("invalid_input", { msg: "The signature is wrong." });
  if (event.kind === "ignored") return { msg: "Ignored." };
  const order = await findOrderByProviderId(deps.database, { provider, providerOrderId: event.orderId });
  if (order === null) {
    // Another installation may share the provider's account, or the order was never shown to anyone.
    deps.log.warn({ providerOrderId: event.orderId, eventId }, "a webhook refers to an unknown order");
    return { msg: "Unknown order." };
  }
  if (event.kind === "payment-failed") {
    const { attemptedAt, reason } = event;
    // Keeps the newest declined attempt; webhooks can arrive twice and in any order.
    await deps.database
      .updateTable("orders")
      .set({ declinedAt: attemptedAt, declineReason: reason })
      .where("id", "=", order.id)
      .where((where) => where.or([where("declinedAt", "is", null), where("declinedAt", "<", attemptedAt)]))
      .execute();
    return { msg: "Accepted." };
  }
  if (event.kind === "refund-made" || event.kind === "refund-failed") {
    const { paymentId: providerPaymentId, refundId: providerRefundId, ...amounts } = event;
    const refund = { order, provider, providerPaymentId, providerRefundId, ...amounts };
    if (event.kind === "refund-made") await recordProviderRefund(deps, refund);
    else await undoFailedRefund(deps, refund);
    return { msg: "Accepted." };
  }
  const settlement = await settlePayment(deps, {
    order,
    providerPaymentId: event.paymentId,
    amountPaise: event.amountPaise,
    currency: event.currency,
    ...(eventId === null ? {} : { event: { id: eventId, type: event.type } }),
  });
  deps.log.info({ orderId: order.id, eventId, settlement }, "webhook accepted");
  return { msg: "Accepted." };
}
