import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { z } from "zod";
import type { BusinessSettings, Config } from "../../kernel/config/config.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineJob, defineMailJob, emptyPayload } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { getOrder, type OrderRow } from "./order-store.ts";
import { formatSessionCount } from "./rules.ts";
import { getBuyer, getRefund, type PaymentRow } from "./store.ts";

/** Mails the receipt of a captured payment. */
export const sendReceipt = defineMailJob({
  name: "payments.send-receipt",
  payload: z.object({ paymentId: z.string() }),
});

/** Every minute, asks the provider about each open order whose check is due. */
export const reconcileOrders = defineJob({
  name: "payments.reconcile",
  payload: emptyPayload,
  cron: "* * * * *",
});

/** Every hour, asks the provider for refunds that we did not make. */
export const findRefundsHourly = defineJob({
  name: "payments.find-refunds",
  payload: emptyPayload,
  cron: "17 * * * *",
});

/** Tells us about an order or a refund that only a person can resolve. */
export const notifyOperator = defineMailJob({
  name: "payments.note-to-operator",
  payload: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("given-up"), orderId: z.string(), hasAnswered: z.boolean() }),
    z.object({
      kind: z.literal("mismatch"),
      orderId: z.string(),
      providerPaymentId: z.string(),
      amountPaise: z.number().int(),
      currency: z.string(),
    }),
    z.object({ kind: z.literal("refund-refused"), refundId: z.string() }),
    z.object({ kind: z.literal("deleted-buyer"), orderId: z.string(), paymentId: z.string() }),
  ]),
});

/** Tells us about a payment at a price that its buyer, or enough others, had paid before. */
export const tellDiscountAgain = defineMailJob({
  name: "payments.discount-again",
  payload: z.object({
    orderId: z.string(),
    paymentId: z.string(),
    discounts: z.array(z.enum(["founding", "per-user", "total"])),
    coupon: z.string().nullable(),
  }),
});

const refundPayload = z.object({ refundId: z.string() });

/** Sends the money of a refund at the provider. */
export const sendRefund = defineJob({ name: "payments.send-refund", payload: refundPayload });

/** Tells the buyer that the money is on its way. */
export const mailRefund = defineMailJob({ name: "payments.mail-refund", payload: refundPayload });

/** The receipt of a purchase: the item, each part of the price, the date and the numbers. */
export function receiptMessage(
  purchase: PaymentRow,
  payer: { firstName: string; email: string },
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
) {
  const formatMoney = (paise: number) => formatRupees(rupeesFromPaise(paise), { decimals: true });
  const paidAt = formatNamedMoment(purchase.capturedAt, business.timeZone);
  const sessions = formatSessionCount(purchase.sessions);
  return {
    to: payer.email,
    subject: `Receipt ${purchase.receipt}: ${purchase.planType}, ${sessions}`,
    heading: `Thank you, ${payer.firstName}`,
    paragraphs: [
      `Your ${purchase.planType} plan is paid: ${sessions} for you to book.`,
      [
        ...purchase.lines.map(({ label, amountPaise }) => `${label}: ${formatMoney(amountPaise)}`),
        `Paid: ${formatMoney(purchase.amountPaise)}`,
      ].join("\n"),
      [`Receipt: ${purchase.receipt}`, `Payment: ${purchase.providerPaymentId}`, `Paid on: ${paidAt}`].join(
        "\n",
      ),
    ],
    action: { label: "Book an interview", url: `${publicUrl}/interviewee-dashboard/booking` },
  };
}

/** Tells the buyer about a refund that the provider has accepted. */
export function refundMessage(
  { amountPaise, sessions, receipt }: { amountPaise: number; sessions: number; receipt: string },
  payer: { firstName: string; email: string },
) {
  const formattedAmount = formatRupees(rupeesFromPaise(amountPaise), { decimals: true });
  return {
    to: payer.email,
    subject: `Refund of ${formattedAmount} for ${receipt}`,
    heading: "Your money is on its way back",
    paragraphs: [
      `Hello ${payer.firstName}, we have refunded ${formattedAmount} of receipt ${receipt} to the card or account that you paid with. Banks take five to seven working days to show it.`,
      sessions === 0
        ? "This is a gesture of goodwill: your sessions stay as they are."
        : `${formatSessionCount(sessions)} of that purchase ${sessions === 1 ? "is" : "are"} no longer in your account.`,
    ],
  };
}

type OperatorNote = z.infer<typeof notifyOperator.payload>;

/** Mails the support address about something that a person must check. */
export async function sendOperatorNote(deps: Deps, note: OperatorNote): Promise<void> {
  if (note.kind === "refund-refused") return await sendRefusedRefund(deps, note.refundId);
  const order = await getOrder(deps.database, note.orderId);
  // Paid meanwhile, so there is nothing to check.
  if (note.kind === "given-up" && order.status === "paid") return;
  const { business } = deps.config;
  const payer = await getBuyer(deps.database, order.userId);
  await deps.mail.send(composeMail(business, composeOrderNote(order, payer, note, business)));
}

function composeOrderNote(
  order: OrderRow,
  payer: { email: string },
  note: Exclude<OperatorNote, { kind: "refund-refused" }>,
  business: BusinessSettings,
) {
  switch (note.kind) {
    case "given-up":
      return givenUpMessage(order, payer, note.hasAnswered, business);
    case "mismatch":
      return mismatchMessage(order, payer, note, business);
    case "deleted-buyer":
      return deletedBuyerMessage(order, note.paymentId, business);
  }
}

/** Mails the support address about a payment that was granted although its discount was used up. */
export async function sendDiscountAgain(
  deps: Deps,
  note: z.infer<typeof tellDiscountAgain.payload>,
): Promise<void> {
  const order = await getOrder(deps.database, note.orderId);
  const payer = await getBuyer(deps.database, order.userId);
  const { business } = deps.config;
  await deps.mail.send(composeMail(business, discountAgainMessage(order, payer, note, business)));
}

async function sendRefusedRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await getRefund(deps.database, refundId);
  // Refunded meanwhile, so there is nothing to check.
  if (refund.refusal === null) return;
  const { business } = deps.config;
  const payer = await getBuyer(deps.database, refund.userId);
  const content = refundRefusedMessage({ ...refund, refusal: refund.refusal }, payer, business);
  await deps.mail.send(composeMail(business, content));
}

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
