import type { Quote } from "@greenroom/contract/money/plans.ts";
import { afterEach, beforeEach, vi } from "vitest";
import type { CheckoutOptions, CheckoutWindow } from "../money/payments/use-purchase.ts";
import { sampleUser } from "./sample-data.ts";

export const sampleQuote: Quote = {
  planType: "Pro",
  listPrice: 749,
  lines: [{ label: "List price", kind: "list", amount: 749 }],
  coupon: null,
  newPrice: 749,
  amount: 74_900,
};

/** The checkout's answer after a payment. */
export const samplePayment = {
  razorpay_order_id: "order_1",
  razorpay_payment_id: "pay_1",
  razorpay_signature: "0".repeat(64),
};

let scripts = 0;
/** The answer to a new order. Its script has an address of its own, because a page loads each script once. */
export function sampleOrder() {
  scripts += 1;
  const checkout = {
    provider: "sandbox",
    scriptUrl: `/checkout-${scripts}.js`,
    key: "key_1",
    name: "Greenroom",
    description: "Pro",
    prefill: { name: "Meera Iyer", email: sampleUser.email, contact: sampleUser.mobileNumber },
  };
  return { body: { id: "order_1", amount: 74_900, currency: "INR", msg: "Order created.", checkout } };
}

interface TestCheckout {
  /** How many checkouts the page opened. */
  opened: number;
  /** Those of the last one. */
  options: CheckoutOptions;
  onFailed: Parameters<CheckoutWindow["on"]>[1];
  /** Answers the page's requests for the provider's script from now on. */
  answerScript(event: "load" | "error"): void;
}

/** The payment provider's checkout in every test of a file. A document without a browser loads no scripts. */
export function provideCheckout(): TestCheckout {
  const checkout = {
    opened: 0,
    answerScript(event: "load" | "error") {
      vi.spyOn(document.head, "append").mockImplementation((script) => {
        if (event === "load") window.Razorpay = Checkout;
        (script as HTMLScriptElement).dispatchEvent(new Event(event));
      });
    },
  } as TestCheckout;
  class Checkout implements CheckoutWindow {
    constructor(options: CheckoutOptions) {
      checkout.options = options;
    }
    open() {
      checkout.opened += 1;
    }
    on(_event: "payment.failed", listener: TestCheckout["onFailed"]) {
      checkout.onFailed = listener;
    }
  }
  beforeEach(() => {
    checkout.opened = 0;
    checkout.answerScript("load");
  });
  afterEach(() => {
    delete window.Razorpay;
  });
  return checkout;
}
