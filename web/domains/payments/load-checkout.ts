/** What a provider's script calls back with after a payment: the fields that `verify-payment` takes. */
export interface CheckoutSuccess {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface CheckoutFailure {
  error: { description: string };
}

/** Razorpay's options, as far as we use them (razorpay.com/docs/payments/payment-gateway/web-integration/standard). */
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
  /** A failure leaves the checkout open for another try; `ondismiss` or `handler` comes when it closes. */
  on(event: "payment.failed", listener: (failure: CheckoutFailure) => void): void;
}

export type CheckoutConstructor = new (options: CheckoutOptions) => CheckoutWindow;

declare global {
  interface Window {
    Razorpay?: CheckoutConstructor;
  }
}

/** The checkout's script could not be had. */
export class ScriptFailure extends Error {}

const loading = new Map<string, Promise<void>>();

/** Loads a provider's checkout script when it is first needed; after a failure the next call tries again. */
export async function loadCheckout(scriptUrl: string): Promise<CheckoutConstructor> {
  const script = loading.get(scriptUrl) ?? loadScript(scriptUrl);
  loading.set(scriptUrl, script);
  await script.catch((error: unknown) => {
    loading.delete(scriptUrl);
    throw error;
  });
  if (window.Razorpay === undefined) throw new ScriptFailure(`${scriptUrl} brought no checkout`);
  return window.Razorpay;
}

/**
 * Whether this document's policy can let the script in. A policy comes with the document, and only that of the page on
 * which plans are bought names the provider: whoever came here by a link of ours still has the one of where they began.
 */
function isLetIn(scriptUrl: string): boolean {
  if (new URL(scriptUrl, window.location.href).origin === window.location.origin) return true;
  const [document] = performance.getEntriesByType("navigation");
  return document === undefined || new URL(document.name).pathname === window.location.pathname;
}

function loadScript(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!isLetIn(scriptUrl)) {
      // The same page with its own policy; the order that was opened is found again by the next click.
      window.location.reload();
      return;
    }
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new ScriptFailure(`${scriptUrl} did not load`));
    };
    document.head.append(script);
  });
}
