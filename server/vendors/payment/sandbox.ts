import type { Database } from "../../kernel/db/database.ts";
import type { Clock } from "../../kernel/deps.ts";
import type { PaymentProvider } from "./port.ts";
import {
  checkoutSignature,
  isSameSignature,
  parseWebhookEvent,
  webhookSignature,
} from "./razorpay-protocol.ts";
import {
  insertSandboxOrder,
  refundSandboxPayment,
  sandboxId,
  selectSandboxPayments,
} from "./sandbox-store.ts";

/**
 * The sandbox's key pair and webhook secret, derived from the server's secret so that they need no configuration.
 */
export interface SandboxKeys {
  /** Public, like Razorpay's `key_id`. */
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export function sandboxKeys(hmac: (purpose: string, message: string) => Buffer): SandboxKeys {
  const derive = (name: string) => hmac("sandbox-payments", name).toString("hex");
  return {
    keyId: `sandbox_test_${derive("key-id").slice(0, 14)}`,
    keySecret: derive("key-secret"),
    webhookSecret: derive("webhook-secret"),
  };
}

interface SandboxOptions {
  database: Database;
  clock: Clock;
  /** HMAC under the server's secret; the sandbox's keys come from it. */
  hmac(purpose: string, message: string): Buffer;
  /** The address to which the sandbox sends its webhooks: our own `/api/payment/webhook`. */
  webhookUrl: string;
}

export interface SandboxPayments extends PaymentProvider {
  readonly name: "sandbox";
  readonly webhookUrl: string;
}

/** The path of the sandbox's checkout script (sandbox-checkout/plugin.ts). */
export const sandboxScriptPath = "/sandbox/checkout.js";

/** The default: a payment provider with its own books that speaks Razorpay's protocol and moves no money. */
export function sandboxPayments({ database, clock, hmac, webhookUrl }: SandboxOptions): SandboxPayments {
  const keys = sandboxKeys(hmac);
  return {
    name: "sandbox",
    webhookUrl,
    checkout: { provider: "sandbox", scriptUrl: sandboxScriptPath, key: keys.keyId },
    checkoutSources: null,
    async openOrder({ amountPaise, currency, receipt }) {
      const id = sandboxId("order");
      await insertSandboxOrder(database, { id, amount: amountPaise, currency, receipt, now: clock.now() });
      return { id, amountPaise, currency };
    },
    isCheckoutSignature({ orderId, paymentId, signature }) {
      return isSameSignature(signature, checkoutSignature(keys.keySecret, orderId, paymentId));
    },
    readWebhook(rawBody, signature) {
      if (!isSameSignature(signature, webhookSignature(keys.webhookSecret, rawBody))) return null;
      return parseWebhookEvent(rawBody);
    },
    async listPayments(orderId) {
      const payments = await selectSandboxPayments(database, orderId);
      return payments.map(({ id, amount, currency, status }) => ({
        id,
        orderId,
        amountPaise: amount,
        currency,
        status,
      }));
    },
    async capturePayment(payment) {
      // The sandbox captures at once or not at all.
      return payment;
    },
    // Only we refund sandbox money.
    listRefunds: async () => [],
    refundPayment: (refund) => refundSandboxPayment(database, { ...refund, now: clock.now() }),
  };
}

/** True for the provider above, so that its plugin can use the sandbox's own members. */
export function isSandbox(provider: PaymentProvider): provider is SandboxPayments {
  return provider.name === "sandbox";
}
