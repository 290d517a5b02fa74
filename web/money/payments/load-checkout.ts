import { trustedTypesPolicies } from "@greenroom/contract/site/trusted-types.ts";
import { trustScriptUrl } from "../../app/trusted-types.ts";

/** The arguments of a provider's callback after a payment: the fields of `verify-payment`. */
export interface CheckoutSuccess {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface CheckoutFailure {
  error: { description: string };
}

/**
 * Razorpay's options, as far as we use them
 * (razorpay.com/docs/payments/payment-gateway/web-integration/standard).
 */
export interface CheckoutOptions {
  key: string;
  order_id: string;
  /** Paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string };
  handler: (success: CheckoutSuccess) => void;
  modal: { ondismiss: () => void };
}

export interface CheckoutWindow {
  open(): void;
  /**
   * A failure leaves the checkout open for another attempt; `ondismiss` or `handler` is called when it
   * closes.
   */
  on(event: "payment.failed", listener: (failure: CheckoutFailure) => void): void;
}

export type CheckoutConstructor = new (options: CheckoutOptions) => CheckoutWindow;

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor;
  }
}

/** The checkout's script could not be loaded. */
export class CheckoutScriptError extends Error {}

const loadingScripts = new Map<string, Promise<void>>();

/** Loads a provider's checkout script when it is first needed; after a failure the next call tries again. */
export async function loadCheckout(scriptUrl: string): Promise<CheckoutConstructor> {
  const script = loadingScripts.get(scriptUrl) ?? loadScript(scriptUrl);
  loadingScripts.set(scriptUrl, script);
  await script.catch((error: unknown) => {
    loadingScripts.delete(scriptUrl);
    throw error;
  });
  if (window.Razorpay === undefined) throw new CheckoutScriptError(`${scriptUrl} defined no checkout`);
  return window.Razorpay;
}

/**
 * Whether this document's policy allows the script. A policy belongs to the document, and only the one of the
 * pricing page allows the provider. A user who came here by client-side navigation still has the policy of
 * their first page.
 */
function isScriptAllowed(scriptUrl: string): boolean {
  if (new URL(scriptUrl, window.location.href).origin === window.location.origin) return true;
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation === undefined || new URL(navigation.name).pathname === window.location.pathname;
}

function isWebAddress(url: string): boolean {
  return /^https?:$/.test(new URL(url, window.location.href).protocol);
}

function loadScript(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!isScriptAllowed(scriptUrl)) {
      // Loads the same page with its own policy; the next click finds the open order again.
      window.location.reload();
      return;
    }
    const script = document.createElement("script");
    // The content-security policy decides which hosts may be loaded from.
    script.src = trustScriptUrl(trustedTypesPolicies.checkout, scriptUrl, isWebAddress);
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new CheckoutScriptError(`${scriptUrl} did not load`));
    };
    document.head.append(script);
  });
}
