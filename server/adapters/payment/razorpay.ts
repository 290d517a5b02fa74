import type { RazorpaySettings } from "../../payment-settings.ts";
import type { PaymentProvider } from "../../ports/payment.ts";
import { openRazorpayApi } from "./razorpay-api.ts";
import { checkoutSignature, isSameSignature, readEvent, webhookSignature } from "./razorpay-protocol.ts";

/** Razorpay by its own interface (razorpay.com/docs/api), without its SDK. */
export function razorpayPayments(settings: RazorpaySettings): PaymentProvider {
  const api = openRazorpayApi(settings);
  const { keyId, keySecret, webhookSecrets, checkoutUrl } = settings;
  return {
    name: "razorpay",
    checkout: { provider: "razorpay", scriptUrl: checkoutUrl, key: keyId },
    // Razorpay publishes no list. What its script names: its form in a frame of the API's host, calls of that host, and its
    // own measurements, by two names.
    checkoutSources: {
      script: [new URL(checkoutUrl).origin],
      frame: [new URL(settings.apiUrl).origin, new URL(checkoutUrl).origin],
      connect: [
        new URL(settings.apiUrl).origin,
        "https://lumberjack.razorpay.com",
        "https://lumberjack-cx.razorpay.com",
      ],
    },
    ...api,
    isCheckoutSignature({ orderId, paymentId, signature }) {
      return isSameSignature(signature, checkoutSignature(keySecret, orderId, paymentId));
    },
    readWebhook(rawBody, signature) {
      // Every secret is tried, so that the time tells nothing of which one it was.
      const matches = webhookSecrets.map((secret) =>
        isSameSignature(signature, webhookSignature(secret, rawBody)),
      );
      return matches.includes(true) ? readEvent(rawBody) : null;
    },
  };
}
