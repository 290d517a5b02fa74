import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { sendJson } from "./http-provider.ts";
import { type LocalPayment, type LocalRazorpay, RazorpayRefusal, startLocalRazorpay } from "./razorpay.ts";

/** The script and frame that Razorpay's hosts serve. */
const script = readFileSync(new URL("razorpay-checkout.js", import.meta.url), "utf8");
const frame = readFileSync(new URL("razorpay-frame.html", import.meta.url), "utf8");
const payPath = /^\/checkout\/orders\/(order_\w+)\/pay$/;

/** How often a webhook is sent until it is accepted, and the pause between attempts, in milliseconds. */
const deliveries = 20;
const betweenDeliveries = 3_000;

interface CheckoutOptions {
  razorpay: LocalRazorpay;
  webhookUrl: string;
}

/** The local Razorpay with its checkout. `webhookUrl` is the URL of our own `/api/payment/webhook`. */
export const startRazorpayWithCheckout = (webhookUrl: string) =>
  startLocalRazorpay({
    intercept: (razorpay, request, response) => serveCheckout({ razorpay, webhookUrl }, request, response),
  });

/**
 * Serves the manual part of Razorpay: its checkout at `/v1/checkout.js`, paying in it, and the webhook that
 * follows. Returns whether the request belonged to it.
 */
async function serveCheckout(
  { razorpay, webhookUrl }: CheckoutOptions,
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
      key === razorpay.settings.GREENROOM_RAZORPAY_KEY_ID &&
      amount === razorpay.store.getOrder(orderId).amount;
    if (!isOurs) throw new RazorpayRefusal("The key or the amount is not that of this order.");
    const payment = razorpay.store.pay(orderId, outcome === "failure" ? "failure" : "success");
    void deliverWebhook(razorpay.webhook(payment), webhookUrl);
    sendJson(response, 200, checkoutResult(razorpay, payment, outcome));
  } catch (error) {
    if (!(error instanceof RazorpayRefusal)) throw error;
    sendJson(response, 400, { msg: error.message });
  }
  return true;
}

interface CheckoutForm {
  outcome: "success" | "failure" | "closed";
  key: string;
  /** Paise. */
  amount: number;
}

/** The result that the checkout passes to the page. */
function checkoutResult(razorpay: LocalRazorpay, payment: LocalPayment, outcome: string): object {
  if (outcome === "closed") return { closed: true };
  if (payment.status !== "failed") return razorpay.callback(payment);
  const metadata = { order_id: payment.order_id, payment_id: payment.id };
  return {
    error: { code: "BAD_REQUEST_ERROR", description: "Your payment was declined by the bank.", metadata },
  };
}

/** Sends a webhook until it is accepted. If our server is not running, it can only retry. */
async function deliverWebhook(
  webhook: ReturnType<LocalRazorpay["webhook"]>,
  webhookUrl: string,
): Promise<void> {
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
