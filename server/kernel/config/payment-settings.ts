import { readProviderUrl } from "./addresses.ts";
import type { EnvironmentReader } from "./environment.ts";

/** The configured payment provider and its settings. */
export type PaymentSettings = { kind: "sandbox" } | RazorpaySettings;

export interface RazorpaySettings {
  kind: "razorpay";
  /** Public: the checkout contains it. */
  keyId: string;
  keySecret: string;
  /** One secret, or two during a rotation: the new one and the previous one. Both are accepted. */
  webhookSecrets: readonly string[];
  /** The provider's API, without a trailing slash. Tests set that of a local provider. */
  apiUrl: string;
  checkoutUrl: string;
}

const names = [
  "GREENROOM_RAZORPAY_KEY_ID",
  "GREENROOM_RAZORPAY_KEY_SECRET",
  "GREENROOM_RAZORPAY_WEBHOOK_SECRET",
];

/**
 * The sandbox, unless Razorpay's keys are set; production requires them. Throws an Error with one sentence
 * that names what is missing or wrong.
 */
export function readPaymentSettings(read: EnvironmentReader, isProduction: boolean): PaymentSettings {
  const [keyId, keySecret, webhookSecret] = names.map(read.text);
  const apiUrl = read.text("GREENROOM_RAZORPAY_API_URL") ?? "https://api.razorpay.com";
  const checkoutUrl =
    read.text("GREENROOM_RAZORPAY_CHECKOUT_URL") ?? "https://checkout.razorpay.com/v1/checkout.js";
  if (!keyId && !keySecret && !webhookSecret && !isProduction) return { kind: "sandbox" };
  if (!keyId || !keySecret || !webhookSecret) {
    const missing = names.find((name) => read.text(name) === null);
    throw new Error(
      `${missing} must be set ${isProduction ? "in production" : "together with the other keys of Razorpay"}.`,
    );
  }
  if (!/^rzp_(test|live)_[A-Za-z0-9]{14}$/.test(keyId)) {
    throw new Error(
      "GREENROOM_RAZORPAY_KEY_ID must be of the form rzp_live_… or rzp_test_…, as Razorpay shows it.",
    );
  }
  return {
    kind: "razorpay",
    keyId,
    keySecret,
    webhookSecrets: readSecrets(webhookSecret),
    apiUrl: readProviderUrl("GREENROOM_RAZORPAY_API_URL", apiUrl).replace(/\/+$/, ""),
    checkoutUrl: readProviderUrl("GREENROOM_RAZORPAY_CHECKOUT_URL", checkoutUrl),
  };
}

/** `new,old` during a rotation. Errors never repeat a value, because it is secret. */
function readSecrets(value: string): string[] {
  const secrets = value.split(",").map((secret) => secret.trim());
  if (secrets.length > 2) {
    throw new Error(
      "GREENROOM_RAZORPAY_WEBHOOK_SECRET holds at most two secrets: the new one and the one before.",
    );
  }
  if (secrets.some((secret) => secret.length < 16)) {
    throw new Error("Each secret in GREENROOM_RAZORPAY_WEBHOOK_SECRET must be at least 16 characters long.");
  }
  return secrets;
}
