import type { Paise } from "@greenroom/contract/money.ts";
import type { Checkout } from "@greenroom/contract/payments.ts";

export interface ProviderOrder {
  id: string;
  amountPaise: Paise;
  currency: string;
}

/** A webhook that was signed by the provider and concerns a captured payment; other events are `ignored`. */
export type WebhookEvent =
  | {
      kind: "payment-captured";
      type: string;
      orderId: string;
      paymentId: string;
      amountPaise: Paise;
      currency: string;
    }
  | { kind: "ignored"; type: string };

/** A payment as the provider's books have it. */
export interface ProviderPayment {
  id: string;
  orderId: string;
  amountPaise: Paise;
  currency: string;
  /** `authorized`: the bank has said yes, and the money comes only once it is captured. */
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

export interface RefundWish {
  /** The provider's id of the payment. */
  paymentId: string;
  amountPaise: Paise;
  /** The same for every try of one refund (10 to 64 letters, digits, `-` or `_`): the provider gives the money back once. */
  idempotencyKey: string;
}

/** What a page that opens the checkout must let in, as origins. */
export interface CheckoutSources {
  script: string[];
  frame: string[];
  connect: string[];
}

/**
 * A payment provider in Razorpay's protocol: an order is opened on our side, paid in the provider's checkout,
 * and proven by a signed callback, a signed webhook, or both.
 */
export interface PaymentProvider {
  readonly name: "sandbox" | "razorpay";
  /** Public key id and script of the checkout. */
  readonly checkout: Pick<Checkout, "provider" | "scriptUrl" | "key">;
  /** What the checkout loads from elsewhere; null when all of it is served by us. */
  readonly checkoutSources: CheckoutSources | null;
  /** Opens an order; `receipt` is ours, at most 40 characters. Rejects with `unavailable` when the provider is away. */
  openOrder(order: { amountPaise: Paise; currency: string; receipt: string }): Promise<ProviderOrder>;
  /** True when the checkout's callback was signed by the provider (HMAC-SHA256 of `order|payment`), compared in constant time. */
  isCheckoutSignature(callback: { orderId: string; paymentId: string; signature: string }): boolean;
  /** Reads a webhook's raw body; null when its signature is wrong, an AppError `invalid_input` when it is signed but unreadable. */
  readWebhook(rawBody: Buffer, signature: string): WebhookEvent | null;
  /** Every payment that was tried on an order, by the provider's order id. Rejects with `unavailable`. */
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  /** Takes an authorized payment's money, and answers how it stands. Rejects with `unavailable`. */
  capturePayment(payment: ProviderPayment): Promise<ProviderPayment>;
  /** A call that changes nothing and needs our keys. Rejects with what is wrong. */
  check?(): Promise<void>;
  /** Gives money back; the refund's id. Rejects with `unavailable`, and `conflict` when the provider refuses. */
  refundPayment(refund: RefundWish): Promise<{ refundId: string }>;
}
