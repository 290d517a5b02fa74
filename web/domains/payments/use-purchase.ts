import type { EndpointOutput } from "@greenroom/contract/endpoint.ts";
import { createOrder, verifyPayment } from "@greenroom/contract/payments.ts";
import type { Quote } from "@greenroom/contract/plans.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { ApiError, messageOf } from "../../api/errors.ts";
import {
  type CheckoutConstructor,
  type CheckoutSuccess,
  loadCheckout,
  ScriptFailure,
} from "./load-checkout.ts";
import { providerNames, purchaseSentences } from "./sentences.ts";
import { waitForPurchase } from "./wait-for-purchase.ts";

/** ordering → paying (the checkout is open) → verifying → done; left: the checkout was closed and we look whether money came. */
export type PurchasePhase = "idle" | "ordering" | "paying" | "verifying" | "left" | "done";

export interface PurchaseOptions {
  /** The price moved: shows the fresh quote and asks again. */
  onPriceChanged: (quote: Quote) => void;
  /** The sessions are there. `message` is for the person. */
  onBought: (message: string) => void;
}

type Order = EndpointOutput<typeof createOrder>;

/** Buys a plan: order, checkout, verification (specification §4 "Purchase"). One purchase runs at a time. */
export function usePurchase({ onPriceChanged, onBought }: PurchaseOptions) {
  const [phase, setPhase] = useState<PurchasePhase>("idle");
  const [alert, setAlert] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  // A ref, for two clicks can come before the first one's state is drawn.
  const running = useRef(false);
  const looking = useRef<AbortController | null>(null);
  // Told when the checkout is closed: after a failure it stays open for another try, and nothing of ours lies before it.
  const failure = useRef<string | null>(null);
  useEffect(() => () => looking.current?.abort(), []);

  function stop(message: string | null) {
    running.current = false;
    setPhase("idle");
    setAlert(message);
  }

  function bought(message: string) {
    looking.current?.abort();
    setPhase("done");
    setNote(message);
    onBought(message);
  }

  async function pay(quote: Quote, coupon: string | undefined) {
    if (running.current) return;
    running.current = true;
    looking.current?.abort();
    setNote(null);
    setPhase("ordering");
    try {
      const { planType, newPrice } = quote;
      const wish = coupon === undefined ? {} : { coupon };
      const order = await call(createOrder, { body: { planType, newPrice, amount: newPrice, ...wish } });
      const Checkout = await loadCheckout(order.checkout.scriptUrl).catch((error: unknown) => {
        throw error instanceof ScriptFailure
          ? new Refusal(purchaseSentences.scriptFailed(providerNames[order.checkout.provider]))
          : error;
      });
      open(Checkout, order, quote);
    } catch (error) {
      if (isPriceChange(error)) {
        onPriceChanged(error.details.quote);
        setNote(error.msg);
        stop(null);
      } else stop(initiationMessage(error));
    }
  }

  function open(Checkout: CheckoutConstructor, order: Order, quote: Quote) {
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
      modal: { ondismiss: () => left(order.id) },
    });
    failure.current = null;
    checkout.on("payment.failed", ({ error }) => {
      failure.current = error.description;
    });
    setPhase("paying");
    checkout.open();
  }

  async function verify(success: CheckoutSuccess, { planType, newPrice }: Quote) {
    running.current = true;
    setPhase("verifying");
    try {
      const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = success;
      const proof = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
      const { msg } = await call(verifyPayment, { body: { ...proof, planType, newPrice } });
      bought(msg);
    } catch (error) {
      stop(
        error instanceof ApiError
          ? messageOf(error, { failed: purchaseSentences.verificationRefused, network: "" })
          : purchaseSentences.verificationFailed,
      );
      // The webhook tells the server all the same; perhaps it has by now.
      void look(success.razorpay_order_id);
    }
  }

  function left(orderId: string) {
    if (failure.current === null) return void look(orderId);
    setAlert(purchaseSentences.paymentFailed(failure.current));
    // A payment that failed may succeed late: looked for all the same, without a word until it has.
    void look(orderId, { isQuiet: true });
  }

  async function look(orderId: string, { isQuiet = false } = {}) {
    running.current = false;
    looking.current?.abort();
    const controller = new AbortController();
    looking.current = controller;
    setPhase("left");
    if (!isQuiet)
      setNote("The checkout is closed. If you paid, your sessions will be here in a moment; we are looking.");
    try {
      const purchase = await waitForPurchase(orderId, controller.signal);
      if (purchase !== null) return bought("✅ Your payment has arrived. Your sessions are ready.");
      if (!isQuiet)
        setNote(
          "No payment has reached us. If you did pay, you lose nothing: your sessions come by themselves.",
        );
    } catch (error) {
      // Aborted by the next try or by leaving the page: whoever did that says what stands there now.
      if (controller.signal.aborted) return;
      console.error("Looking for the payment ended early", error);
      setNote(null);
    }
    setPhase("idle");
  }

  return { phase, alert, note, pay, closeAlert: () => setAlert(null) };
}

/** Ends a purchase with a sentence of our own. */
class Refusal extends Error {}

function initiationMessage(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof ApiError)) return purchaseSentences.initiationFailed;
  // The shell asks for a new sign-in by itself.
  if (error.code === "not_signed_in") return null;
  return messageOf(error, { failed: purchaseSentences.orderFailed, network: "" });
}

function isPriceChange(error: unknown): error is ApiError & { details: { quote: Quote } } {
  return (
    error instanceof ApiError &&
    error.code === "price_changed" &&
    error.details !== undefined &&
    "quote" in error.details
  );
}
