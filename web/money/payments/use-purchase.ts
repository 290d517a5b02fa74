import { trustedTypesPolicies } from "@greenroom/contract/kernel/trusted-types.ts";
import type { Purchase } from "@greenroom/contract/money/payments.ts";
import type { Quote } from "@greenroom/contract/money/plans.ts";
import { useEffect, useRef, useState } from "react";
import { ApiError, call, errorMessage, isTransient } from "../../api/client.ts";
import type { OutputOf } from "../../api/endpoints.ts";
import { trustScriptUrl } from "../../app/trusted-types.ts";
import type { Notice } from "../../ui/status.tsx";

/** The messages for a purchase that fails, in the exact words of the specification (§8 "Purchase"). */
export const purchaseMessages = {
  signInFirst: "Please sign in to purchase a plan.",
  orderFailed: "Failed to create payment order.",
  initiationFailed: "An error occurred during payment initiation. Please try again.",
  verificationRefused: "Payment verification failed on server. Contact support.",
  verificationFailed: "An error occurred during payment verification. Please contact support.",
  paymentFailed: (description: string) => `Payment failed: ${description}`,
  /** After `paymentFailed`. A bank can still confirm a failed payment later, so it says only what has happened. */
  noMoneyReceived: "We have not received any money. You can try again, also with another card or UPI.",
  scriptFailed: (provider: string) =>
    `The ${provider} checkout failed to load. Are you connected to the internet?`,
};

/** Names of the providers for users. */
const providerNames = { sandbox: "sandbox payment", razorpay: "Razorpay" } as const;

/**
 * ordering → paying (the checkout is open) → verifying → done. checking: the checkout was closed, and we
 * check whether money arrived.
 */
export type PurchasePhase = "idle" | "ordering" | "paying" | "verifying" | "checking" | "done";

/** Why a purchase ended; `canRetry`: the payment failed, and another attempt at the same price may succeed. */
export interface PurchaseAlert {
  message: string;
  canRetry: boolean;
}

export interface PurchaseOptions {
  /** The price has changed: shows the fresh quote and asks again. */
  onPriceChanged: (quote: Quote) => void;
  /**
   * The credits were granted. `message` is for the next page, null if that page says more: that the slot is booked.
   * `slotId`: the slot that was bought, as far as we know.
   */
  onBought: (message: string | null, slotId: string | null) => void;
  /** The slot that the purchase is for; null without one. */
  slot: PurchasedSlot | null;
}

export interface PurchasedSlot {
  id: string;
  /** ISO; null until it is loaded. */
  startsAt: string | null;
  /** Holds it for the user; false if that failed, and the reason is shown beside the slot. */
  hold: () => Promise<boolean>;
}

type Order = OutputOf<"POST /api/payment/create-order">;

/** Buys a plan: order, checkout, verification (requirements §4 "Purchase"). One purchase runs at a time. */
export function usePurchase({ onPriceChanged, onBought, slot }: PurchaseOptions) {
  const [phase, setPhase] = useState<PurchasePhase>("idle");
  const [alert, setAlert] = useState<PurchaseAlert | null>(null);
  const [note, setNote] = useState<Notice | null>(null);
  // A ref, because two clicks can come before the state of the first is rendered.
  const isRunning = useRef(false);
  const pollController = useRef<AbortController | null>(null);
  // Shown when the checkout closes. After a failure it stays open for another attempt, and our own dialogs
  // must not cover it.
  const failure = useRef<string | null>(null);
  useEffect(() => () => pollController.current?.abort(), []);

  function endPurchase(message: string | null) {
    isRunning.current = false;
    setPhase("idle");
    setAlert(message === null ? null : { message, canRetry: false });
  }

  function completePurchase(
    message: string,
    slotId = slot?.id ?? null,
    laterMessage: string | null = message,
  ) {
    pollController.current?.abort();
    setPhase("done");
    // What it said of the money is no longer true.
    setAlert(null);
    setNote({ message, tone: "good" });
    onBought(laterMessage, slotId);
  }

  async function pay(quote: Quote, coupon: string | undefined) {
    if (isRunning.current) return;
    isRunning.current = true;
    pollController.current?.abort();
    setAlert(null);
    setNote(null);
    setPhase("ordering");
    try {
      const { planType, newPrice } = quote;
      const couponField = coupon === undefined ? {} : { coupon };
      if (slot !== null && !(await slot.hold())) {
        setNote(wait("This time can't be held. Choose another one above, or go on without it."));
        return endPurchase(null);
      }
      const slotField = slot === null ? {} : { slotId: slot.id };
      const order = await call("POST /api/payment/create-order", {
        body: { planType, newPrice, amount: newPrice, ...couponField, ...slotField },
      });
      const Checkout = await loadCheckout(order.checkout.scriptUrl).catch((error: unknown) => {
        throw error instanceof CheckoutScriptError
          ? new PurchaseError(purchaseMessages.scriptFailed(providerNames[order.checkout.provider]))
          : error;
      });
      openCheckout(Checkout, order, quote);
    } catch (error) {
      if (isPriceChange(error)) {
        onPriceChanged(error.details.quote);
        setNote(wait(error.msg));
        endPurchase(null);
      } else endPurchase(initiationMessage(error));
    }
  }

  function openCheckout(Checkout: CheckoutConstructor, order: Order, quote: Quote) {
    const { key, name, description, prefill } = order.checkout;
    const checkout = new Checkout({
      key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      name,
      description,
      prefill,
      handler: (success) => void verify(success, quote),
      modal: { ondismiss: () => handleCheckoutClosed(order.id) },
    });
    failure.current = null;
    checkout.on("payment.failed", ({ error }) => {
      failure.current = error.description;
    });
    setPhase("paying");
    checkout.open();
  }

  async function verify(success: CheckoutSuccess, { planType, newPrice }: Quote) {
    isRunning.current = true;
    setPhase("verifying");
    try {
      const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = success;
      const proof = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
      const { msg, slot: bought } = await call("POST /api/payment/verify-payment", {
        body: { ...proof, planType, newPrice },
      });
      // Another tab may have chosen another slot for the same order.
      completePurchase(msg, bought?.slotId);
    } catch (error) {
      endPurchase(
        error instanceof ApiError
          ? errorMessage(error, { failed: purchaseMessages.verificationRefused, network: "" })
          : purchaseMessages.verificationFailed,
      );
      // The webhook reports the payment too, perhaps already.
      void pollForPayment(success.razorpay_order_id);
    }
  }

  function handleCheckoutClosed(orderId: string) {
    if (failure.current === null) return void pollForPayment(orderId);
    setAlert({ message: purchaseMessages.paymentFailed(failure.current), canRetry: true });
    // A failed payment may succeed later, so we keep checking, without a message until it has.
    void pollForPayment(orderId, { isQuiet: true });
  }

  async function pollForPayment(orderId: string, { isQuiet = false } = {}) {
    isRunning.current = false;
    pollController.current?.abort();
    const controller = new AbortController();
    pollController.current = controller;
    setPhase("checking");
    if (!isQuiet)
      setNote(
        wait("The checkout is closed. If you paid, your sessions will appear shortly. We're checking."),
      );
    try {
      const purchase = await waitForPurchase(orderId, controller.signal);
      if (purchase !== null) {
        const message = "✅ Your payment has arrived.";
        if (slot !== null) return completePurchase(message, slot.id, null);
        return completePurchase(`${message} Your sessions are ready.`);
      }
      if (!isQuiet)
        setNote(
          wait("We haven't received a payment. If you did pay, your sessions will appear automatically."),
        );
    } catch (error) {
      // Aborted by the next attempt or by leaving the page, which then decides what to show.
      if (controller.signal.aborted) return;
      console.error("Looking for the payment ended early", error);
      setNote(null);
    }
    setPhase("idle");
  }

  return { phase, alert, note, pay, closeAlert: () => setAlert(null) };
}

const wait = (message: string): Notice => ({ message, tone: "wait" });

/** Ends a purchase with a message of our own. */
class PurchaseError extends Error {}

function initiationMessage(error: unknown): string {
  if (error instanceof PurchaseError) return error.message;
  if (!(error instanceof ApiError)) return purchaseMessages.initiationFailed;
  if (error.code === "not_signed_in") return purchaseMessages.signInFirst;
  return errorMessage(error, { failed: purchaseMessages.orderFailed, network: "" });
}

function isPriceChange(error: unknown): error is ApiError & { details: { quote: Quote } } {
  return (
    error instanceof ApiError &&
    error.code === "price_changed" &&
    error.details !== undefined &&
    "quote" in error.details
  );
}

/** A webhook takes a second or two; after that, probably nothing was paid. */
const retryDelays = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((seconds) => seconds * 1000);

/**
 * Checks for half a minute whether an order was paid after all; null when not. Rejects with the signal's
 * reason.
 */
export async function waitForPurchase(orderId: string, signal: AbortSignal): Promise<Purchase | null> {
  for (const wait of retryDelays) {
    await sleep(wait, signal);
    const purchase = (await fetchPurchases(signal)).find((candidate) => candidate.orderId === orderId);
    if (purchase !== undefined) return purchase;
  }
  return null;
}

/** Keeps checking after a short loss of the connection. */
async function fetchPurchases(signal: AbortSignal): Promise<Purchase[]> {
  try {
    return await call("GET /api/user/purchases", { signal });
  } catch (error) {
    if (isTransient(error)) return [];
    throw error;
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

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
