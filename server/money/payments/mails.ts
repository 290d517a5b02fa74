import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { defineJob, defineMailJob, defineRecurringJob } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { formatPaise } from "../payouts/rules.ts";
import { formatSessionCount } from "./rules.ts";
import {
  findOrderedSlot,
  findRefund,
  getBuyer,
  getOrder,
  isFailureRecorded,
  selectPurchaseRows,
} from "./store.ts";

const receiptPayload = z.object({ paymentId: z.string() });

/** Mails the receipt of a captured payment. */
export const sendReceipt = defineMailJob("payments.send-receipt", receiptPayload);

/** Every minute, asks the provider about each open order whose check is due. */
export const reconcileOrders = defineRecurringJob("payments.reconcile", "* * * * *");

/** Every hour, asks the provider for refunds that we did not make. */
export const findRefundsHourly = defineRecurringJob("payments.find-refunds", "17 * * * *");

const repeatedDiscount = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  discounts: z.array(z.enum(["founding", "per-user", "total"])),
  coupon: z.string().nullable(),
});

/** Tells us about an order or a refund that only a person can resolve. */
export const notifyOperator = defineMailJob(
  "payments.note-to-operator",
  z.discriminatedUnion("kind", [
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
    /** Its sessions were granted at a price that its buyer, or enough others, had paid before. */
    repeatedDiscount.extend({ kind: z.literal("discount-again") }),
  ]),
);

/** The name of such a note among the open jobs of commit 6b64bc83. */
export const tellDiscountAgain = defineMailJob("payments.discount-again", repeatedDiscount);

const refundPayload = z.object({ refundId: z.string() });

/** Sends the money of a refund at the provider. */
export const sendRefund = defineJob("payments.send-refund", refundPayload);

/** Tells the buyer that the money is on its way. */
export const mailRefund = defineMailJob("payments.mail-refund", refundPayload);

/** Tells the buyer that the money came back to us. */
export const mailRefundFailed = defineMailJob("payments.mail-refund-failed", refundPayload);

/**
 * The receipt of a purchase: the item, each part of the price, the date and the numbers. None of one that has gone back
 * whole: it has no session to book.
 */
export async function mailReceipt(deps: Deps, { paymentId }: z.infer<typeof receiptPayload>): Promise<void> {
  const purchase = await selectPurchaseRows(deps.database)
    .where("payments.id", "=", paymentId)
    .executeTakeFirstOrThrow();
  if (purchase.status === "refunded") return;
  const payer = await getBuyer(deps.database, purchase.userId);
  const { business, publicUrl } = deps.config;
  const { receipt, planType, providerPaymentId } = purchase;
  const paidAt = formatNamedMoment(purchase.capturedAt, business.timeZone);
  const sessions = formatSessionCount(purchase.sessions);
  const slot = await findOrderedSlot(deps.database, purchase.orderId);
  const lines = purchase.lines.map(({ label, amountPaise }) => `${label}: ${formatPaise(amountPaise)}`);
  await sendMail(deps, {
    to: payer.email,
    subject: `Receipt ${receipt}: ${planType}, ${sessions}`,
    heading: `Thank you, ${payer.firstName}`,
    paragraphs: [
      `Your ${planType} plan is paid: ${describeUse(sessions, slot)}`,
      [...lines, `Paid: ${formatPaise(purchase.amountPaise)}`].join("\n"),
      `Receipt: ${receipt}\nPayment: ${providerPaymentId}\nPaid on: ${paidAt}`,
    ],
    action: {
      label: slot?.bookingId == null ? "Book an interview" : "See your interview",
      url: `${publicUrl}/interviewee-dashboard/booking`,
    },
  });
}

/** What a purchase is for. The confirmation of a booked interview is a mail of its own. */
function describeUse(sessions: string, slot: Awaited<ReturnType<typeof findOrderedSlot>>): string {
  if (slot === null) return `${sessions} for you to book.`;
  return {
    booked: `${sessions}, and the interview that you chose is booked.`,
    "booked-otherwise": `${sessions} for you to book. The interview that you chose is booked with another session.`,
    canceled: `${sessions}. The interview that you chose was booked and then canceled.`,
    "not-booked": `${sessions} for you to book. The slot that you chose could not be booked, so please choose another one.`,
  }[slot.outcome];
}

/** Tells the buyer about a refund that the provider has accepted. */
export async function sendRefundMail(deps: Deps, { refundId }: z.infer<typeof refundPayload>): Promise<void> {
  const refund = await findRefund(deps.database, refundId);
  if (refund === null) return;
  const { userId, amountPaise, receipt } = refund;
  const payer = await getBuyer(deps.database, userId);
  const amount = formatPaise(amountPaise);
  const isAgain = await isFailureRecorded(deps.database, refund.paymentId, { owedId: refundId });
  await sendMail(deps, {
    to: payer.email,
    subject: `Refund of ${amount} for ${receipt}${isAgain ? ", sent again" : ""}`,
    heading: "Your money is on its way back",
    paragraphs: [
      `Hello ${payer.firstName}, we have refunded ${amount} of receipt ${receipt} to the card or account that you paid with${isAgain ? ", again, because the first transfer came back to us" : ""}. Banks take five to seven working days to show it.`,
      describeSessions(refund),
    ],
  });
}

function describeSessions({ sessions, isPartOfOwed }: { sessions: number; isPartOfOwed: boolean }): string {
  if (sessions > 0)
    return `${formatSessionCount(sessions)} of that purchase ${sessions === 1 ? "is" : "are"} no longer in your account.`;
  return isPartOfOwed
    ? "We owed you this for sessions that are no longer in your account."
    : "This is a gesture of goodwill: your sessions stay as they are.";
}

/** Tells the buyer about a refund that the provider had accepted and that failed, unless it is sent again meanwhile. */
export async function sendRefundFailedMail(
  deps: Deps,
  { refundId }: z.infer<typeof refundPayload>,
): Promise<void> {
  const refund = await findRefund(deps.database, refundId);
  if (refund === null || refund.status === "done") return;
  const { userId, amountPaise, receipt } = refund;
  const payer = await getBuyer(deps.database, userId);
  const amount = formatPaise(amountPaise);
  await sendMail(deps, {
    to: payer.email,
    subject: `Refund of ${amount} for ${receipt} came back to us`,
    heading: "Your money did not reach you",
    paragraphs: [
      `Hello ${payer.firstName}, your bank did not take the ${amount} of receipt ${receipt} that we had refunded, and the money came back to us.`,
      "We will send it again, and email you when it is on its way. There is nothing for you to do.",
    ],
  });
}

type OperatorNote = z.infer<typeof notifyOperator.payload>;

/** Mails the support address about something that a person must check, unless it is settled meanwhile. */
export async function sendOperatorNote(deps: Deps, note: OperatorNote): Promise<void> {
  const content =
    note.kind === "refund-refused"
      ? await composeRefusedRefund(deps, note.refundId)
      : await composeOrderNote(deps, note);
  if (content === null) return;
  const { business } = deps.config;
  await sendMail(deps, { to: business.supportEmail, ...content });
}

/** A refund that the provider refuses to pay, although its credits are taken back. */
async function composeRefusedRefund(deps: Deps, refundId: string) {
  const refund = await findRefund(deps.database, refundId);
  if (refund === null || refund.refusal === null) return null;
  const { paymentId, providerPaymentId, receipt, amountPaise, refusal } = refund;
  const { email } = await getBuyer(deps.database, refund.userId);
  return {
    subject: `A refund for receipt ${receipt} is refused`,
    heading: "A refund is refused",
    paragraphs: [
      `${formatPaise(amountPaise)} should go back, but the provider does not send it. Fix the cause in the provider's dashboard, then try it again at the operator's desk, under Money, Refunds.`,
      `The provider's message: ${refusal}`,
      `Receipt: ${receipt}\nPayment: ${paymentId}\nPayment at the provider: ${providerPaymentId}\nBuyer: ${email}`,
    ],
  };
}

const notPaidText =
  "We asked the payment provider about this order for a day, and it has no captured payment for it. Most likely somebody left the checkout.";
const notAnsweredText =
  "For two days we could not reach the payment provider to ask how this order ended. Look it up in the provider's dashboard.";

async function composeOrderNote(deps: Deps, note: Exclude<OperatorNote, { kind: "refund-refused" }>) {
  const order = await getOrder(deps.database, note.orderId);
  const { receipt, providerOrderId } = order;
  const { email } = await getBuyer(deps.database, order.userId);
  const price = formatPaise(order.amountPaise);
  const references = [
    `Receipt: ${receipt}`,
    `Order at the provider: ${providerOrderId ?? "never opened"}`,
    `Plan: ${order.planType}, ${price}`,
    `Buyer: ${email}`,
  ].join("\n");
  switch (note.kind) {
    case "given-up":
      if (order.status === "paid") return null;
      return {
        subject: `Order ${receipt} was given up`,
        heading: "An order was given up",
        paragraphs: [
          `${note.hasAnswered ? notPaidText : notAnsweredText} We no longer ask about it. If a payment is reported after all, its sessions are granted as usual.`,
          references,
        ],
      };
    case "mismatch": {
      const paid =
        note.currency === "INR" ? formatPaise(note.amountPaise) : `${note.amountPaise} ${note.currency}`;
      return {
        subject: `Payment ${note.providerPaymentId} differs from its order's amount`,
        heading: "A payment does not match its order",
        paragraphs: [
          `${paid} was paid, and the order asks for ${price}. Nothing was granted. Look at the payment in the provider's dashboard, and refund it there, or grant the sessions at the operator's desk.`,
          `Payment: ${note.providerPaymentId}\n${references}`,
        ],
      };
    }
    case "deleted-buyer":
      return {
        subject: `Payment ${receipt} is for a deleted account`,
        heading: "A payment arrived for a deleted account",
        paragraphs: [
          `${price} was paid after its buyer had deleted the account. No session was granted, and the whole amount is on its way back. There is nothing to do unless another email says that this refund is refused.`,
          `Receipt: ${receipt}\nPayment: ${note.paymentId}\nOrder at the provider: ${providerOrderId}`,
        ],
      };
    case "discount-again": {
      const broken = {
        founding: "This person had already paid the founding price, which is for one purchase per person.",
        "per-user": `This person had already used the coupon ${note.coupon} as often as its limit per person allows.`,
        total: `The coupon ${note.coupon} had already been used as often as its total limit allows.`,
      };
      return {
        subject: `Payment ${receipt} used a discount again`,
        heading: "A discount was used again",
        paragraphs: [
          `${price} was paid. ${note.discounts.map((limit) => broken[limit]).join(" ")} The order was opened while the discount was free, and paid late or a second time. Its sessions are granted. If that is wrong, refund the payment at the desk.`,
          `Payment: ${note.paymentId}\n${references}`,
        ],
      };
    }
  }
}
