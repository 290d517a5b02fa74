import type { z } from "zod";
import { AppError } from "../../http/errors.ts";
import type { RazorpaySettings } from "../../payment-settings.ts";
import type { PaymentProvider, ProviderPayment } from "../../ports/payment.ts";
import { callProvider, malformed, type ProviderAnswer } from "../call-provider.ts";
import {
  errorAnswer,
  orderAnswer,
  orderList,
  paymentAnswer,
  paymentList,
  refundAnswer,
  type WirePayment,
} from "./razorpay-answers.ts";

const provider = "Razorpay";

/** Razorpay keeps an authorized payment for so many minutes before it gives the money back ("Payment Capture Settings"). */
const automaticExpiryMinutes = 12;
const manualExpiryMinutes = 7200;

type Api = Pick<PaymentProvider, "openOrder" | "listPayments" | "capturePayment" | "refundPayment" | "check">;

interface ApiCall<T> {
  method: "GET" | "POST";
  path: string;
  answer: z.ZodType<T>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The calls of razorpay.com/docs/api that we make, with basic authentication by the key. */
export function openRazorpayApi({ apiUrl, keyId, keySecret }: RazorpaySettings): Api {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function call<T>({ method, path, answer: schema, body, headers = {} }: ApiCall<T>): Promise<T> {
    const answer = await callProvider({
      provider,
      url: `${apiUrl}/v1/${path}`,
      method,
      headers: { authorization, ...headers },
      body,
    });
    if (answer.status >= 400) throw refusal(answer, path);
    const read = schema.safeParse(answer.json);
    if (!read.success) throw malformed(provider, `the answer to ${path}`, read.error);
    return read.data;
  }

  return {
    async openOrder({ amountPaise, currency, receipt }) {
      const order = await call({
        method: "POST",
        path: "orders",
        answer: orderAnswer,
        body: {
          amount: amountPaise,
          currency,
          receipt,
          payment: {
            capture: "automatic",
            capture_options: {
              automatic_expiry_period: automaticExpiryMinutes,
              manual_expiry_period: manualExpiryMinutes,
              refund_speed: "normal",
            },
          },
        },
      });
      if (order.receipt !== receipt) throw malformed(provider, "an order with another receipt", order.id);
      return { id: order.id, amountPaise: order.amount, currency: order.currency };
    },
    async listPayments(orderId) {
      const path = `orders/${encodeURIComponent(orderId)}/payments`;
      const { items } = await call({ method: "GET", path, answer: paymentList });
      return items.map((item) => asPayment(item, orderId));
    },
    async capturePayment({ id, orderId, amountPaise, currency }) {
      const path = `payments/${encodeURIComponent(id)}/capture`;
      const body = { amount: amountPaise, currency };
      return asPayment(await call({ method: "POST", path, answer: paymentAnswer, body }), orderId);
    },
    async check() {
      await call({ method: "GET", path: "orders?count=1", answer: orderList });
    },
    async refundPayment({ paymentId, amountPaise, idempotencyKey }) {
      const refund = await call({
        method: "POST",
        path: `payments/${encodeURIComponent(paymentId)}/refund`,
        answer: refundAnswer,
        body: { amount: amountPaise },
        headers: { "x-refund-idempotency": idempotencyKey },
      });
      if (refund.amount !== amountPaise) throw malformed(provider, "a refund of another amount", refund.id);
      return { refundId: refund.id };
    },
  };
}

function asPayment(
  { id, amount, currency, status, order_id }: WirePayment,
  orderId: string,
): ProviderPayment {
  if (order_id !== orderId) throw malformed(provider, `a payment of another order than ${orderId}`, order_id);
  return { id, orderId, amountPaise: amount, currency, status };
}

/**
 * What a 4xx means to us: wrong keys are ours to mend, and 409 says that the same call is still under way, so to people the
 * provider is away (`unavailable`); anything else it refuses for a reason, `conflict` with its words.
 */
function refusal({ status, json }: ProviderAnswer, path: string): AppError {
  const read = errorAnswer.safeParse(json);
  const description = read.success ? read.data.error.description : "no reason given";
  const cause = new Error(`Razorpay refused ${path} with ${status}: ${description}`);
  if ([401, 403, 404, 409].includes(status)) {
    return new AppError("unavailable", {
      msg: "Razorpay cannot be used at the moment. Please try again shortly.",
      retryAfterSeconds: 60,
      cause,
    });
  }
  return new AppError("conflict", { msg: `Razorpay refuses: ${description}`, cause });
}
