import { createHmac, randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { failCall, type HttpFault, sendJson, startHttpProvider } from "./http-provider.ts";

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
  /** Stays true after a refund. */
  captured: boolean;
  created_at: number;
}

export interface LocalRefund {
  id: string;
  payment_id: string;
  amount: number;
  key: string | null;
  receipt: string | null;
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
      captured: false,
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
    payment.captured = true;
    this.getOrder(payment.order_id).status = "paid";
    return payment;
  }

  refund(id: string, amount: unknown, key: string | null, receipt: unknown = null): LocalRefund {
    const payment = this.getPayment(id);
    refuseUnless(receipt === null || typeof receipt === "string", "The receipt must be a string.");
    refuseUnless(key === null || /^[\w-]{10,}$/.test(key), "The idempotency key is not valid.");
    const earlier = this.refunds.find((refund) => key !== null && refund.key === key);
    if (earlier !== undefined) {
      refuseUnless(
        earlier.payment_id === id && earlier.amount === amount && earlier.receipt === receipt,
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
    const refund = this.addRefund({ payment_id: id, amount: amount as number, key, receipt });
    if (refund.amount === left) payment.status = "refunded";
    return refund;
  }

  /** The time for a capture is over, so Razorpay returns the money by itself. */
  letGo(id: string): LocalRefund {
    const payment = this.getPayment(id);
    refuseUnless(payment.status === "authorized", "This payment has already been captured");
    payment.status = "refunded";
    return this.addRefund({ payment_id: id, amount: payment.amount, key: null, receipt: null });
  }

  private addRefund(made: Pick<LocalRefund, "payment_id" | "amount" | "key" | "receipt">): LocalRefund {
    const refund: LocalRefund = {
      ...{ id: newId("rfnd"), ...made },
      ...{ status: "processed", created_at: seconds() },
    };
    this.refunds.push(refund);
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

/** The fault of one call. `lost-answer`: the work is done, and then the connection breaks. */
export type RazorpayFault = HttpFault | "lost-answer" | "other-shape" | 401 | 429 | 500 | 503;

export interface Webhook {
  rawBody: string;
  headers: Record<string, string>;
}

export interface LocalRazorpay {
  /** For `GREENROOM_RAZORPAY_API_URL`. */
  url: string;
  settings: Record<string, string>;
  store: RazorpayStore;
  /** Received calls such as `POST /v1/orders`, including those that fail. */
  calls: string[];
  /** The same with their JSON bodies; null without a body. */
  requests: { call: string; body: unknown }[];
  /** Makes the next calls fail like this, one after the other. */
  fail(...faults: RazorpayFault[]): void;
  /** The checkout's data for the page after a success. */
  callback(
    payment: LocalPayment,
  ): Record<"razorpay_order_id" | "razorpay_payment_id" | "razorpay_signature", string>;
  /** A payment's webhook as it is sent. Each delivery of one event is identical. */
  webhook(payment: LocalPayment, secret?: string): Webhook;
  /** The webhook of a refund, such as one that was made in the dashboard: `store.refund` without a key. */
  refundWebhook(refund: LocalRefund, type?: "refund.created" | "refund.processed" | "refund.failed"): Webhook;
  close(): Promise<void>;
}

const keyId = "rzp_test_LocalKey000001";
const keySecret = "the local key secret";
const webhookSecret = "the local webhook secret";

interface LocalRazorpayOptions {
  /** Handles requests outside the API and returns whether it did. */
  intercept?: (
    localRazorpay: LocalRazorpay,
    request: IncomingMessage,
    response: ServerResponse,
  ) => Promise<boolean>;
}

/** Razorpay on loopback: performs Razorpay's checks, answers in its format, and simulates faults. */
export async function startLocalRazorpay({
  intercept = async () => false,
}: LocalRazorpayOptions = {}): Promise<LocalRazorpay> {
  const store = new RazorpayStore();
  const calls: string[] = [];
  const requests: LocalRazorpay["requests"] = [];
  const faults: RazorpayFault[] = [];
  const { url, close } = await startHttpProvider(async (request, response) => {
    if (await intercept(razorpay, request, response)) return;
    await handle(store, { request, response, calls, requests, fault: faults.shift() });
  });
  const razorpay: LocalRazorpay = {
    url,
    settings: {
      GREENROOM_RAZORPAY_KEY_ID: keyId,
      GREENROOM_RAZORPAY_KEY_SECRET: keySecret,
      GREENROOM_RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      GREENROOM_RAZORPAY_API_URL: url,
      GREENROOM_RAZORPAY_CHECKOUT_URL: `${url}/v1/checkout.js`,
    },
    store,
    calls,
    requests,
    fail: (...next) => faults.push(...next),
    callback: ({ id, order_id }) => ({
      razorpay_order_id: order_id,
      razorpay_payment_id: id,
      razorpay_signature: sign(keySecret, `${order_id}|${id}`),
    }),
    webhook(payment, secret = webhookSecret) {
      const rawBody = JSON.stringify(webhookBody(payment));
      return {
        rawBody,
        headers: {
          "x-razorpay-signature": sign(secret, rawBody),
          "x-razorpay-event-id": `${payment.id.replace("pay_", "evt_")}${payment.status}`,
        },
      };
    },
    refundWebhook(refund, type = "refund.processed") {
      const rawBody = JSON.stringify(refundWebhookBody(refund, store.getPayment(refund.payment_id), type));
      return {
        rawBody,
        headers: {
          "x-razorpay-signature": sign(webhookSecret, rawBody),
          "x-razorpay-event-id": `${refund.id.replace("rfnd_", "evt_")}${type}`,
        },
      };
    },
    close,
  };
  return razorpay;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  calls: string[];
  requests: LocalRazorpay["requests"];
  fault: RazorpayFault | undefined;
}

async function handle(
  store: RazorpayStore,
  { request, response, calls, requests, fault }: Exchange,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const body = await text(request);
  const call = `${method} ${url}`;
  calls.push(call);
  requests.push({ call, body: body === "" ? null : (JSON.parse(body) as unknown) });
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  if (request.headers.authorization !== authorization)
    return sendJson(response, 401, createErrorBody("Authentication failed"));
  try {
    const made = execute(store, { method, url, body, key: request.headers["x-refund-idempotency"] });
    if (fault === "lost-answer") response.destroy();
    else sendJson(response, 200, made);
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error;
    sendJson(response, 400, createErrorBody(error.message));
  }
}

interface RequestDetails {
  method: string;
  url: string;
  body: string;
  key: string | string[] | undefined;
}

function execute(store: RazorpayStore, { method, url, body, key }: RequestDetails): unknown {
  const { pathname: path, searchParams } = new URL(url, "http://localhost");
  const [, resource, id = "", action] = /^\/v1\/(\w+)(?:\/(\w+)\/(\w+))?$/.exec(path) ?? [];
  const given = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
  switch (`${method} ${resource} ${action ?? ""}`) {
    case "POST orders ": {
      const { capturesItself: _, ...order } = store.openOrder(given);
      return { ...order, entity: "order", notes: [] };
    }
    case "GET orders ":
      return { entity: "collection", count: 0, items: [] };
    case "GET orders payments": {
      const items = store.paymentsOf(id).map(paymentEntity);
      return { entity: "collection", count: items.length, items };
    }
    case "GET refunds ": {
      const items = store.listRefunds(searchParams).map(refundEntity);
      return { entity: "collection", count: items.length, items };
    }
    case "POST payments capture":
      return paymentEntity(store.capture(id, given));
    case "POST payments refund": {
      const refund = store.refund(id, given.amount, typeof key === "string" ? key : null, given.receipt);
      return refundEntity(refund);
    }
    default:
      throw new RazorpayRefusal("The requested URL was not found on the server.");
  }
}

function fail(response: ServerResponse, fault: Exclude<RazorpayFault, "lost-answer">): void {
  if (failCall(response, fault)) return;
  if (fault === "other-shape") sendJson(response, 200, { entity: "order", notes: [] });
  else if (fault === 429) response.writeHead(429, { "retry-after": "7" }).end("{}");
  else if (typeof fault === "number") sendJson(response, fault, createErrorBody("Something went wrong"));
}

function createErrorBody(description: string) {
  return { error: { code: "BAD_REQUEST_ERROR", description, source: "business", step: null, reason: null } };
}

/** Without entries, a payment's `notes` is a list, as PHP serializes an empty array. */
function paymentEntity(payment: LocalPayment) {
  const isDeclined = payment.status === "failed";
  return {
    ...payment,
    ...{ entity: "payment", method: "upi", notes: [] },
    error_code: isDeclined ? "BAD_REQUEST_ERROR" : null,
    error_description: isDeclined ? "Your payment was declined by the bank." : null,
  };
}

function webhookBody(payment: LocalPayment) {
  const payload = { payment: { entity: paymentEntity(payment) } };
  const { created_at, status } = payment;
  return {
    entity: "event",
    account_id: "acc_local",
    event: `payment.${status}`,
    contains: ["payment"],
    payload,
    created_at,
  };
}

function refundEntity(refund: LocalRefund) {
  return { ...refund, key: undefined, entity: "refund", currency: "INR", notes: [] };
}

/** The webhook of a refund also contains its payment. */
function refundWebhookBody(refund: LocalRefund, payment: LocalPayment, event: string) {
  return {
    entity: "event",
    account_id: "acc_local",
    event,
    contains: ["refund", "payment"],
    payload: { refund: { entity: refundEntity(refund) }, payment: { entity: paymentEntity(payment) } },
    created_at: payment.created_at,
  };
}

function sign(secret: string, message: string): string {
  return createHmac("sha256", secret).update(message).digest("hex");
}
