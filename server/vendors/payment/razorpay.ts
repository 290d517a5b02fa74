import type { RazorpaySettings } from "../../kernel/config/payment-settings.ts";
import type { PaymentProvider } from "./port.ts";
import { openRazorpayApi } from "./razorpay-api.ts";
import {
  checkoutSignature,
  isSameSignature,
  parseWebhookEvent,
  webhookSignature,
} from "./razorpay-protocol.ts";

/** Razorpay over its API (razorpay.com/docs/api), without its SDK. */
export function razorpayPayments(settings: RazorpaySettings): PaymentProvider {
  const api = openRazorpayApi(settings);
  const { keyId, keySecret, webhookSecrets, checkoutUrl } = settings;
  return {
    name: "razorpay",
    checkout: { provider: "razorpay", scriptUrl: checkoutUrl, key: keyId },
    // Razorpay publishes no list. Its script uses a frame and calls of the API's host, and two hosts for its
    // own analytics.
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
      // Tries every secret, so that the time does not reveal which one matched.
      const matches = webhookSecrets.map((secret) =>
        isSameSignature(signature, webhookSignature(secret, rawBody)),
      );
      return matches.includes(true) ? parseWebhookEvent(rawBody) : null;
    },
  };
}
