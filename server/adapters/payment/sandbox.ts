import type { Database } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PaymentProvider } from "../../ports/payment.ts";
import { checkoutSignature, isSameSignature, readEvent, webhookSignature } from "./razorpay-protocol.ts";
import { insertOrder, sandboxId, selectPayments } from "./sandbox-books.ts";
import { sandboxKeys } from "./sandbox-keys.ts";
import { refundOnce } from "./sandbox-refunds.ts";

interface SandboxOptions {
  database: Database;
  clock: Clock;
  /** HMAC under the server's secret; the sandbox's keys come from it. */
  hmac(purpose: string, message: string): Buffer;
  /** Where the sandbox sends its webhooks: our own `/api/payment/webhook`. */
  webhookUrl: string;
}

export interface SandboxPayments extends PaymentProvider {
  readonly name: "sandbox";
  readonly webhookUrl: string;
}

/** Where the sandbox's checkout script is served (sandbox-plugin.ts). */
export const sandboxScriptPath = "/sandbox/checkout.js";

/** The embedded default: a payment provider over its own books that speaks Razorpay's protocol and moves no money. */
export function sandboxPayments({ database, clock, hmac, webhookUrl }: SandboxOptions): SandboxPayments {
  const keys = sandboxKeys(hmac);
  return {
    name: "sandbox",
    webhookUrl,
    checkout: { provider: "sandbox", scriptUrl: sandboxScriptPath, key: keys.keyId },
    checkoutSources: null,
    async openOrder({ amountPaise, currency, receipt }) {
      const id = sandboxId("order");
      await insertOrder(database, { id, amount: amountPaise, currency, receipt, now: clock.now() });
      return { id, amountPaise, currency };
    },
    isCheckoutSignature({ orderId, paymentId, signature }) {
      return isSameSignature(signature, checkoutSignature(keys.keySecret, orderId, paymentId));
    },
    readWebhook(rawBody, signature) {
      if (!isSameSignature(signature, webhookSignature(keys.webhookSecret, rawBody))) return null;
      return readEvent(rawBody);
    },
    async listPayments(orderId) {
      const payments = await selectPayments(database, orderId);
      return payments.map(({ id, amount, currency, status }) => ({
        id,
        orderId,
        amountPaise: amount,
        currency,
        status,
      }));
    },
    async capturePayment(payment) {
      // The sandbox takes money at once or not at all, so it has none to capture.
      return payment;
    },
    refundPayment: (refund) => refundOnce(database, { ...refund, now: clock.now() }),
  };
}

/** True for the provider above, so that its plugin finds what only it has. */
export function isSandbox(provider: PaymentProvider): provider is SandboxPayments {
  return provider.name === "sandbox";
}
