import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { RazorpayPeer } from "./razorpay.ts";
import { type PeerPayment, Refused } from "./razorpay-books.ts";

/** What Razorpay's hosts send to the page and show in its frame. */
const script = readFileSync(new URL("razorpay-checkout.js", import.meta.url), "utf8");
const frame = readFileSync(new URL("razorpay-frame.html", import.meta.url), "utf8");
const payPath = /^\/checkout\/orders\/(order_\w+)\/pay$/;

/** How often a webhook is sent again until it is taken, and how long it waits in between, in milliseconds. */
const deliveries = 20;
const betweenDeliveries = 3_000;

interface CheckoutOptions {
  peer: RazorpayPeer;
  /** The product's own `/api/payment/webhook`. */
  webhookUrl: string;
}

/**
 * What people do with Razorpay by hand: its checkout at `/v1/checkout.js`, paying in it, and the webhook that follows.
 * Answers whether the request was of that kind.
 */
export async function serveCheckout(
  { peer, webhookUrl }: CheckoutOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { method, url = "/" } = request;
  if (method === "GET" && url === "/v1/checkout.js") {
    response.setHeader("cross-origin-resource-policy", "cross-origin");
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    return true;
  }
  if (method === "GET" && url.startsWith("/v1/checkout/public?")) {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(frame);
    return true;
  }
  const orderId = payPath.exec(url)?.[1];
  if (method !== "POST" || orderId === undefined) return false;
  const { outcome, key, amount } = JSON.parse(await text(request)) as CheckoutForm;
  try {
    const isOurs =
      key === peer.settings.GREENROOM_RAZORPAY_KEY_ID && amount === peer.books.getOrder(orderId).amount;
    if (!isOurs) throw new Refused("The key or the amount is not that of this order.");
    const payment = peer.books.pay(orderId, outcome === "failure" ? "failure" : "success");
    void deliver(peer.webhook(payment), webhookUrl);
    answer(response, 200, tell(peer, payment, outcome));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    answer(response, 400, { msg: error.message });
  }
  return true;
}

interface CheckoutForm {
  outcome: "success" | "failure" | "closed";
  key: string;
  /** Paise. */
  amount: number;
}

/** What the checkout hands to the page. */
function tell(peer: RazorpayPeer, payment: PeerPayment, outcome: string): object {
  if (outcome === "closed") return { closed: true };
  if (payment.status !== "failed") return peer.callback(payment);
  const metadata = { order_id: payment.order_id, payment_id: payment.id };
  return {
    error: { code: "BAD_REQUEST_ERROR", description: "Your payment was declined by the bank.", metadata },
  };
}

/** Sends a webhook until it is taken. A product that is not running takes none, so trying again is all there is to do. */
async function deliver(webhook: ReturnType<RazorpayPeer["webhook"]>, webhookUrl: string): Promise<void> {
  for (let count = 0; count < deliveries; count += 1) {
    const isTaken = await fetch(webhookUrl, {
      method: "POST",
      headers: { "content-type": "application/json", ...webhook.headers },
      body: webhook.rawBody,
      signal: AbortSignal.timeout(betweenDeliveries),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isTaken) return;
    await new Promise((resolve) => setTimeout(resolve, betweenDeliveries));
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
