import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { BusinessSettings } from "../../config.ts";
import type { OrderRow } from "./order-store.ts";

interface Payer {
  email: string;
}

const money = (paise: Paise) => formatRupees(rupeesFromPaise(paise), { decimals: true });

function numbers(order: OrderRow, { email }: Payer): string {
  return [
    `Receipt: ${order.receipt}`,
    `Order at the provider: ${order.providerOrderId ?? "never opened"}`,
    `Plan: ${order.planType}, ${money(order.amountPaise)}`,
    `Who: ${email}`,
  ].join("\n");
}

const notPaid =
  "The payment provider was asked for this order for a day, and has no captured payment for it. Most likely somebody left the checkout.";
const notAnswered =
  "For two days the payment provider could not be asked how this order ended. Look it up in the provider's dashboard.";

/** To us: an order that nobody asks for any more. `hasAnswered`: whether the provider ever said that it is not paid. */
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
      `${hasAnswered ? notPaid : notAnswered} Nobody asks for it any more; should word of a payment come after all, its sessions are granted as usual.`,
      numbers(order, payer),
    ],
  };
}

/** To us: money that was taken and is not what the order asks for, so that nothing was granted for it. */
export function mismatchMessage(
  order: OrderRow,
  payer: Payer,
  taken: { providerPaymentId: string; amountPaise: Paise; currency: string },
  { supportEmail }: BusinessSettings,
) {
  const amount =
    taken.currency === "INR" ? money(taken.amountPaise) : `${taken.amountPaise} ${taken.currency}`;
  return {
    to: supportEmail,
    subject: `Payment ${taken.providerPaymentId} is not of its order's amount`,
    heading: "A payment does not fit its order",
    paragraphs: [
      `${amount} was taken, and the order asks for ${money(order.amountPaise)}. Nothing was granted. Look at the payment in the provider's dashboard, and give the money back there or grant the sessions with: npm run operator -- credits grant.`,
      `Payment: ${taken.providerPaymentId}\n${numbers(order, payer)}`,
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

/** To us: a refund whose sessions are taken and whose money the provider does not give back. */
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
      `${money(amountPaise)} should go back, and the provider does not send it. It is asked some more times. Mend the cause in the provider's dashboard, then let it be asked again with: npm run operator -- jobs failed, and jobs retry.`,
      `The provider's words: ${refusal}`,
      `Receipt: ${receipt}\nPayment: ${paymentId}\nPayment at the provider: ${providerPaymentId}\nWho: ${email}`,
    ],
  };
}
