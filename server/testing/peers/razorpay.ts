import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type PeerPayment, RazorpayBooks, Refused } from "./razorpay-books.ts";

/** What goes wrong with one call. `lost-answer`: the work is done, and then the line breaks. */
export type Fault =
  | "cut"
  | "hang"
  | "stall"
  | "lost-answer"
  | "malformed"
  | "other-shape"
  | "redirect"
  | 401
  | 429
  | 500
  | 503;

export interface Webhook {
  rawBody: string;
  headers: Record<string, string>;
}

export interface RazorpayPeer {
  /** For `GREENROOM_RAZORPAY_API_URL`. */
  url: string;
  settings: Record<string, string>;
  books: RazorpayBooks;
  /** Calls that came in, `POST /v1/orders`, faulty ones too. */
  calls: string[];
  /** The same with their bodies, as JSON reads them; null without one. */
  requests: { call: string; body: unknown }[];
  /** The next calls fail so, one after the other. */
  fail(...faults: Fault[]): void;
  /** What the checkout hands to the page after a success. */
  callback(
    payment: PeerPayment,
  ): Record<"razorpay_order_id" | "razorpay_payment_id" | "razorpay_signature", string>;
  /** A payment's webhook as it goes over the wire; each delivery of one event is the same. */
  webhook(payment: PeerPayment, secret?: string): Webhook;
  close(): Promise<void>;
}

const keyId = "rzp_test_PeerKey0000001";
const keySecret = "the peer's key secret";
const webhookSecret = "the peer's webhook secret";

interface RazorpayPeerOptions {
  port?: number;
  /** Answers requests that are no calls of the API, and says whether it did. */
  intercept?: (peer: RazorpayPeer, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** Razorpay on loopback: checks what Razorpay checks, answers as it answers, and fails as it is told. */
export async function startRazorpayPeer({
  port = 0,
  intercept = async () => false,
}: RazorpayPeerOptions = {}): Promise<RazorpayPeer> {
  const books = new RazorpayBooks();
  const calls: string[] = [];
  const requests: RazorpayPeer["requests"] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    intercept(peer, request, response)
      .then(async (isAnswered) => {
        if (!isAnswered) await handle(books, { request, response, calls, requests, fault: faults.shift() });
      })
      .catch((error: unknown) => {
        response.destroy(error as Error);
      });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: RazorpayPeer = {
    url,
    settings: {
      GREENROOM_RAZORPAY_KEY_ID: keyId,
      GREENROOM_RAZORPAY_KEY_SECRET: keySecret,
      GREENROOM_RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      GREENROOM_RAZORPAY_API_URL: url,
      GREENROOM_RAZORPAY_CHECKOUT_URL: `${url}/v1/checkout.js`,
    },
    books,
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return peer;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  calls: string[];
  requests: RazorpayPeer["requests"];
  fault: Fault | undefined;
}

async function handle(
  books: RazorpayBooks,
  { request, response, calls, requests, fault }: Exchange,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const body = await readBody(request);
  const call = `${method} ${url}`;
  calls.push(call);
  requests.push({ call, body: body === "" ? null : (JSON.parse(body) as unknown) });
  if (fault !== undefined && fault !== "lost-answer") return fail(response, fault);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  if (request.headers.authorization !== authorization)
    return answer(response, 401, refusal("Authentication failed"));
  try {
    const made = perform(books, { method, url, body, key: request.headers["x-refund-idempotency"] });
    if (fault === "lost-answer") response.destroy();
    else answer(response, 200, made);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer(response, 400, refusal(error.message));
  }
}

interface Asked {
  method: string;
  url: string;
  body: string;
  key: string | string[] | undefined;
}

function perform(books: RazorpayBooks, { method, url, body, key }: Asked): unknown {
  const path = new URL(url, "http://peer").pathname;
  const [, resource, id = "", action] = /^\/v1\/(\w+)(?:\/(\w+)\/(\w+))?$/.exec(path) ?? [];
  const given = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
  switch (`${method} ${resource} ${action ?? ""}`) {
    case "POST orders ": {
      const { capturesItself: _, ...order } = books.openOrder(given);
      return { ...order, entity: "order", notes: [] };
    }
    case "GET orders ":
      return { entity: "collection", count: 0, items: [] };
    case "GET orders payments": {
      const items = books.paymentsOf(id).map(paymentEntity);
      return { entity: "collection", count: items.length, items };
    }
    case "POST payments capture":
      return paymentEntity(books.capture(id, given));
    case "POST payments refund": {
      const refund = books.refund(id, given.amount, typeof key === "string" ? key : null);
      return { ...refund, key: undefined, entity: "refund", currency: "INR", notes: [], status: "processed" };
    }
    default:
      throw new Refused("The requested URL was not found on the server.");
  }
}

function fail(response: ServerResponse, fault: Exclude<Fault, "lost-answer">): void {
  if (fault === "cut") response.destroy();
  else if (fault === "stall") response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
  else if (fault === "malformed") response.writeHead(200).end("<html>Bad gateway</html>");
  else if (fault === "other-shape") answer(response, 200, { entity: "order", notes: [] });
  else if (fault === "redirect") response.writeHead(302, { location: "/v1/elsewhere" }).end();
  else if (fault === 429) response.writeHead(429, { "retry-after": "7" }).end("{}");
  else if (typeof fault === "number") answer(response, fault, refusal("Something went wrong"));
  // "hang": nothing is ever said.
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function refusal(description: string) {
  return { error: { code: "BAD_REQUEST_ERROR", description, source: "business", step: null, reason: null } };
}

/** `notes` of a payment without any is a list, as PHP writes an empty array. */
function paymentEntity(payment: PeerPayment) {
  return { ...payment, entity: "payment", captured: payment.status === "captured", method: "upi", notes: [] };
}

function webhookBody(payment: PeerPayment) {
  const payload = { payment: { entity: paymentEntity(payment) } };
  const { created_at, status } = payment;
  return {
    entity: "event",
    account_id: "acc_peer",
    event: `payment.${status}`,
    contains: ["payment"],
    payload,
    created_at,
  };
}

function sign(secret: string, message: string): string {
  return createHmac("sha256", secret).update(message).digest("hex");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
