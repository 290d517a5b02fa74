import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { findOrderByProviderId } from "./order-store.ts";
import { settlePayment } from "./settle-payment.ts";

export interface Delivery {
  /** As it came over the wire: the signature is over these bytes. */
  rawBody: Buffer;
  signature: string;
  /** `x-razorpay-event-id`: the same for every delivery of one event; null when it was not sent. */
  eventId: string | null;
}

/**
 * Takes a webhook of the provider. Whatever is signed is answered with success, so that the provider stops sending it;
 * throws `invalid_input` for a wrong signature or an unreadable body.
 */
export async function receiveWebhook(
  deps: Deps,
  { rawBody, signature, eventId }: Delivery,
): Promise<{ msg: string }> {
  const provider = deps.payments.name;
  const event = deps.payments.readWebhook(rawBody, signature);
  if (event === null) throw new AppError("invalid_input", { msg: "The signature is wrong." });
  if (event.kind === "ignored") return { msg: "Ignored." };
  const order = await findOrderByProviderId(deps.database, { provider, providerOrderId: event.orderId });
  if (order === null) {
    // Another installation may share the provider's account, or the order is one that was never shown to anybody.
    deps.log.warn(
      { providerOrderId: event.orderId, eventId },
      "a webhook is about an order that we do not know",
    );
    return { msg: "Unknown order." };
  }
  const settlement = await settlePayment(deps, {
    order,
    providerPaymentId: event.paymentId,
    amountPaise: event.amountPaise,
    currency: event.currency,
    ...(eventId === null ? {} : { event: { id: eventId, type: event.type } }),
  });
  deps.log.info({ orderId: order.id, eventId, settlement }, "webhook taken");
  return { msg: "Taken." };
}
