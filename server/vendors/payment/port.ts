import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { Checkout } from "@greenroom/contract/money/payments.ts";

export interface ProviderOrder {
  id: string;
  amountPaise: Paise;
  currency: string;
}

/** A webhook that the provider signed, about a captured payment, a declined one or a refund; other events are `ignored`. */
export type WebhookEvent =
  | {
      kind: "payment-captured";
      type: string;
      orderId: string;
      paymentId: string;
      amountPaise: Paise;
      currency: string;
    }
  | {
      kind: "payment-failed";
      type: string;
      orderId: string;
      attemptedAt: Date;
      /** The provider's sentence about it, at most 300 characters; null if it gave none. */
      reason: string | null;
    }
  | {
      /** A refund of a payment, whoever made it; or one whose money did not reach the payer. */
      kind: "refund-made" | "refund-failed";
      type: string;
      orderId: string;
      paymentId: string;
      paidPaise: Paise;
      currency: string;
      refundId: string;
      amountPaise: Paise;
      /** The key of the request that asked for it; null if somebody made it there. */
      receipt: string | null;
    }
  | { kind: "ignored"; type: string };

/** A payment in the provider's books. */
export interface ProviderPayment {
  id: string;
  orderId: string;
  amountPaise: Paise;
  currency: string;
  /** `authorized`: the bank has agreed, but the money moves only with the capture. */
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

/** A refund in the provider's books, whoever made it. */
export interface ListedRefund {
  id: string;
  paymentId: string;
  amountPaise: Paise;
  status: "pending" | "processed" | "failed";
  /** The key of the request that asked for it; null if somebody made it there. */
  receipt: string | null;
}

export interface RefundRequest {
  /** The provider's id of the payment. */
  paymentId: string;
  amountPaise: Paise;
  /**
   * The same for every attempt at one refund (10 to 64 letters, digits, `-` or `_`), so that the provider refunds
   * it once. It is also the refund's receipt, so that we recognize it.
   */
  idempotencyKey: string;
}

/** The origins that a page with the checkout must allow. */
export interface CheckoutSources {
  script: string[];
  frame: string[];
  connect: string[];
}

/**
 * A payment provider with Razorpay's protocol: we open an order, the person pays it in the provider's
 * checkout, and a signed callback, a signed webhook or both prove the payment.
 */
export interface PaymentProvider {
  readonly name: "sandbox" | "razorpay";
  /** Public key id and script of the checkout. */
  readonly checkout: Pick<Checkout, "provider" | "scriptUrl" | "key">;
  /** The origins from which the checkout loads; null if we serve all of it. */
  readonly checkoutSources: CheckoutSources | null;
  /**
   * Opens an order; `receipt` is our reference, at most 40 characters. Rejects with `unavailable` if the provider
   * is down.
   */
  openOrder(order: { amountPaise: Paise; currency: string; receipt: string }): Promise<ProviderOrder>;
  /**
   * True when the provider signed the checkout's callback (HMAC-SHA256 of `order|payment`); compares in
   * constant time.
   */
  isCheckoutSignature(callback: { orderId: string; paymentId: string; signature: string }): boolean;
  /**
   * Parses a webhook's raw body. Null if its signature is wrong; throws an AppError `invalid_input` if it is signed
   * but unreadable.
   */
  readWebhook(rawBody: Buffer, signature: string): WebhookEvent | null;
  /** Every payment attempt of an order, by the provider's order id. Rejects with `unavailable`. */
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  /** Captures an authorized payment, and returns its new state. Rejects with `unavailable`. */
  capturePayment(payment: ProviderPayment): Promise<ProviderPayment>;
  /** The refunds of all payments since an instant, newest first, at most `count` (100). Rejects with `unavailable`. */
  listRefunds(page: { since: Date; skip: number; count: number }): Promise<ListedRefund[]>;
  /** A call that changes nothing and needs our keys. Rejects with the problem. */
  check?(): Promise<void>;
  /**
   * Refunds money and returns the refund's id. Rejects with `unavailable`, or with `conflict` if the provider
   * refuses.
   */
  refundPayment(refund: RefundRequest): Promise<{ refundId: string }>;
}
