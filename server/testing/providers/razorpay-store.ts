import { randomInt } from "node:crypto";

/*
 * Razorpay's data and the rules for changing it (razorpay.com/docs/api/{orders,payments,refunds}). A violation
 * throws `RazorpayRefusal`, which the local provider answers as Razorpay does.
 */

export interface LocalOrder {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  status: "created" | "attempted" | "paid";
  capturesItself: boolean;
  created_at: number;
}

export interface LocalPayment {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: "authorized" | "captured" | "refunded" | "failed";
  created_at: number;
}

export interface LocalRefund {
  id: string;
  payment_id: string;
  amount: number;
  key: string | null;
  status: "processed" | "failed";
  created_at: number;
}

/** A 400 with Razorpay's `BAD_REQUEST_ERROR`. */
export class RazorpayRefusal extends Error {}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export class RazorpayStore {
  readonly orders = new Map<string, LocalOrder>();
  readonly payments = new Map<string, LocalPayment>();
  readonly refunds: LocalRefund[] = [];
  /** The ids of payments that the bank does not capture. */
  readonly uncapturable = new Set<string>();

  openOrder(body: Record<string, unknown>): LocalOrder {
    const { amount, currency, receipt = null, notes = [], payment } = body;
    refuseUnless(Number.isInteger(amount), "The amount must be an integer.");
    refuseUnless((amount as number) >= 100, "Order amount less than minimum amount allowed");
    refuseUnless(currency === "INR", "Currency is not supported");
    refuseUnless(receipt === null || typeof receipt === "string", "The receipt must be a string.");
    refuseUnless(
      ((receipt as string | null)?.length ?? 0) <= 40,
      "receipt: the length must be no more than 40.",
    );
    refuseUnless(
      Object.keys(notes as object).length <= 15,
      "Number of fields in notes should be less than or equal to 15",
    );
    const order: LocalOrder = {
      id: newId("order"),
      amount: amount as number,
      currency: currency as string,
      receipt: receipt as string | null,
      status: "created",
      capturesItself: readCapture(payment),
      created_at: seconds(),
    };
    this.orders.set(order.id, order);
    return order;
  }

  /** A person's action in the checkout. A paid order accepts no second payment. */
  pay(orderId: string, outcome: "success" | "failure" | "authorized"): LocalPayment {
    const order = this.getOrder(orderId);
    refuseUnless(order.status !== "paid", "This order has already been paid.");
    const { amount, currency } = order;
    const status = outcome === "failure" ? "failed" : "authorized";
    const made: LocalPayment = {
      id: newId("pay"),
      order_id: orderId,
      amount,
      currency,
      status,
      created_at: seconds(),
    };
    this.payments.set(made.id, made);
    order.status = "attempted";
    return outcome === "success" && order.capturesItself ? this.capture(made.id, { amount, currency }) : made;
  }

  capture(id: string, { amount, currency }: { amount?: unknown; currency?: unknown }): LocalPayment {
    const payment = this.getPayment(id);
    refuseUnless(payment.status === "authorized", "This payment has already been captured");
    refuseUnless(!this.uncapturable.has(id), "The bank does not capture this payment");
    refuseUnless(this.getOrder(payment.order_id).status !== "paid", "This order has already been paid.");
    refuseUnless(amount === payment.amount, "Capture amount must be equal to the amount authorized");
    refuseUnless(currency === payment.currency, "The currency does not match");
    payment.status = "captured";
    this.getOrder(payment.order_id).status = "paid";
    return payment;
  }

  refund(id: string, amount: unknown, key: string | null): LocalRefund {
    const payment = this.getPayment(id);
    refuseUnless(key === null || /^[\w-]{10,}$/.test(key), "The idempotency key is not valid.");
    const earlier = this.refunds.find((refund) => key !== null && refund.key === key);
    if (earlier !== undefined) {
      refuseUnless(
        earlier.payment_id === id && earlier.amount === amount,
        "Different request for the same key.",
      );
      return earlier;
    }
    const left = payment.amount - this.refundedOf(id);
    refuseUnless(payment.status === "captured", "The payment has been fully refunded already");
    refuseUnless(
      Number.isInteger(amount) && (amount as number) >= 100,
      "The amount must be atleast INR 1.00",
    );
    refuseUnless(
      (amount as number) <= left,
      "The total refund amount is greater than the refund payment amount",
    );
    const refund: LocalRefund = {
      ...{ id: newId("rfnd"), payment_id: id, amount: amount as number, key },
      ...{ status: "processed", created_at: seconds() },
    };
    this.refunds.push(refund);
    if (refund.amount === left) payment.status = "refunded";
    return refund;
  }

  /** The bank did not take the money, so it comes back to the business. */
  failRefund(refund: LocalRefund): LocalRefund {
    this.getPayment(refund.payment_id).status = "captured";
    refund.status = "failed";
    return refund;
  }

  /** Newest first, as the API lists them. */
  listRefunds(query: URLSearchParams): LocalRefund[] {
    const [from, count, skip] = ["from", "count", "skip"].map((name) => Number(query.get(name) ?? 0));
    refuseUnless((count ?? 0) >= 1 && (count ?? 0) <= 100, "The count must be between 1 and 100.");
    const since = this.refunds.filter(({ created_at }) => created_at >= (from ?? 0)).reverse();
    return since.slice(skip ?? 0, (skip ?? 0) + (count ?? 0));
  }

  refundedOf(paymentId: string): number {
    return this.refunds
      .filter(({ payment_id, status }) => payment_id === paymentId && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  paymentsOf(orderId: string): LocalPayment[] {
    this.getOrder(orderId);
    return [...this.payments.values()].filter(({ order_id }) => order_id === orderId);
  }

  getOrder(id: string): LocalOrder {
    return this.orders.get(id) ?? refuse("The id provided does not exist");
  }

  getPayment(id: string): LocalPayment {
    return this.payments.get(id) ?? refuse("The id provided does not exist");
  }
}

/** True if an order captures automatically. The API limits its periods, in minutes. */
function readCapture(payment: unknown): boolean {
  if (payment === undefined) return false;
  const { capture, capture_options: options } = payment as Record<string, unknown>;
  refuseUnless(capture === "automatic" || capture === "manual", "The capture is invalid.");
  const { automatic_expiry_period, manual_expiry_period, refund_speed } = (options ?? {}) as Record<
    string,
    unknown
  >;
  const automatic = automatic_expiry_period as number;
  const manual = manual_expiry_period as number;
  refuseUnless(automatic >= 12, "automatic_expiry_period must be at least 12.");
  refuseUnless(manual >= automatic && manual <= 7200, "manual_expiry_period must be at most 7200.");
  refuseUnless(refund_speed === "normal" || refund_speed === "optimum", "The refund_speed is invalid.");
  return capture === "automatic";
}

function newId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

function refuseUnless(holds: boolean, description: string): asserts holds {
  if (!holds) refuse(description);
}

function refuse(description: string): never {
  throw new RazorpayRefusal(description);
}
