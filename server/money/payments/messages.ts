import { formatRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Config } from "../../kernel/config/config.ts";
import { formatSessionCount } from "./rules.ts";
import type { PaymentRow } from "./store.ts";

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
