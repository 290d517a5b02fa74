import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { BusinessSettings } from "../../kernel/config/config.ts";
import type { OrderRow } from "./orders/order-store.ts";

interface Payer {
  email: string;
}

const formatMoney = (paise: Paise) => formatRupees(rupeesFromPaise(paise), { decimals: true });

function formatOrderReferences(order: OrderRow, { email }: Payer): string {
  return [
    `Receipt: ${order.receipt}`,
    `Order at the provider: ${order.providerOrderId ?? "never opened"}`,
    `Plan: ${order.planType}, ${formatMoney(order.amountPaise)}`,
    `Buyer: ${email}`,
  ].join("\n");
}

const notPaidText =
  "We asked the payment provider about this order for a day, and it has no captured payment for it. Most likely somebody left the checkout.";
const notAnsweredText =
  "For two days we could not reach the payment provider to ask how this order ended. Look it up in the provider's dashboard.";

/**
 * To us: an order that is no longer checked. `hasAnswered` is false if the provider never gave an answer about it.
 */
export function givenUpMessage(
  order: OrderRow,
  payer: Payer,
  hasAnswered: boolean,
  { supportEmail }: BusinessSettings,
) {
  return {
    to: supportEmail,
    subject: `Order ${order.receipt} was given up`,
    heading: "An order was given up",
    paragraphs: [
      `${hasAnswered ? notPaidText : notAnsweredText} We no longer ask about it. If a payment is reported after all, its sessions are granted as usual.`,
      formatOrderReferences(order, payer),
    ],
  };
}

/** To us: a payment that does not match its order's amount, so that nothing was granted for it. */
export function mismatchMessage(
  order: OrderRow,
  payer: Payer,
  taken: { providerPaymentId: string; amountPaise: Paise; currency: string },
  { supportEmail }: BusinessSettings,
) {
  const amount =
    taken.currency === "INR" ? formatMoney(taken.amountPaise) : `${taken.amountPaise} ${taken.currency}`;
  return {
    to: supportEmail,
    subject: `Payment ${taken.providerPaymentId} differs from its order's amount`,
    heading: "A payment does not match its order",
    paragraphs: [
      `${amount} was paid, and the order asks for ${formatMoney(order.amountPaise)}. Nothing was granted. Look at the payment in the provider's dashboard, and refund it there, or grant the sessions at the operator's desk.`,
      `Payment: ${taken.providerPaymentId}\n${formatOrderReferences(order, payer)}`,
    ],
  };
}

/** To us: a payment that arrived after its buyer had deleted the account, so that it goes back whole. */
export function deletedBuyerMessage(
  { receipt, amountPaise, providerOrderId }: OrderRow,
  paymentId: string,
  { supportEmail }: BusinessSettings,
) {
  return {
    to: supportEmail,
    subject: `Payment ${receipt} is for a deleted account`,
    heading: "A payment arrived for a deleted account",
    paragraphs: [
      `${formatMoney(amountPaise)} was paid after its buyer had deleted the account. No session was granted, and the whole amount is on its way back. There is nothing to do unless another email says that this refund is refused.`,
      `Receipt: ${receipt}\nPayment: ${paymentId}\nOrder at the provider: ${providerOrderId}`,
    ],
  };
}

interface DiscountAgain {
  paymentId: string;
  discounts: readonly ("founding" | "per-user" | "total")[];
  coupon: string | null;
}

/** To us: a payment that was granted although its discount was used up when the money arrived. */
export function discountAgainMessage(
  order: OrderRow,
  payer: Payer,
  { paymentId, discounts, coupon }: DiscountAgain,
  { supportEmail }: BusinessSettings,
) {
  const broken = {
    founding: "This person had already paid the founding price, which is for one purchase per person.",
    "per-user": `This person had already used the coupon ${coupon} as often as its limit per person allows.`,
    total: `The coupon ${coupon} had already been used as often as its total limit allows.`,
  };
  return {
    to: supportEmail,
    subject: `Payment ${order.receipt} used a discount again`,
    heading: "A discount was used again",
    paragraphs: [
      `${formatMoney(order.amountPaise)} was paid. ${discounts.map((limit) => broken[limit]).join(" ")} The order was opened while the discount was free, and paid late or a second time. Its sessions are granted. If that is wrong, refund the payment at the desk.`,
      `Payment: ${paymentId}\n${formatOrderReferences(order, payer)}`,
    ],
  };
}

interface RefusedRefund {
  paymentId: string;
  providerPaymentId: string;
  receipt: string;
  amountPaise: Paise;
  refusal: string;
}

/** To us: a refund that the provider refuses to pay, although its credits are taken back. */
export function refundRefusedMessage(
  { paymentId, providerPaymentId, receipt, amountPaise, refusal }: RefusedRefund,
  { email }: Payer,
  { supportEmail }: BusinessSettings,
) {
  return {
    to: supportEmail,
    subject: `A refund for receipt ${receipt} is refused`,
    heading: "A refund is refused",
    paragraphs: [
      `${formatMoney(amountPaise)} should go back, but the provider does not send it. We will try a few more times. Fix the cause in the provider's dashboard, then try it again at the operator's desk, under Money, Refunds.`,
      `The provider's message: ${refusal}`,
      `Receipt: ${receipt}\nPayment: ${paymentId}\nPayment at the provider: ${providerPaymentId}\nBuyer: ${email}`,
    ],
  };
}
