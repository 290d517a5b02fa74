import { formatRupees, rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { Config } from "../../config.ts";
import { countSessions } from "./rules.ts";
import type { PurchaseRow } from "./store.ts";

/** The receipt of a purchase: what was bought, each part of the price, when, and under which numbers. */
export function receiptMessage(
  purchase: PurchaseRow,
  payer: { firstName: string; email: string },
  { business, publicUrl }: Pick<Config, "business" | "publicUrl">,
) {
  const money = (paise: number) => formatRupees(rupeesFromPaise(paise), { decimals: true });
  const paidAt = new Intl.DateTimeFormat("en-IN", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: business.timeZone,
  }).format(purchase.capturedAt);
  const sessions = countSessions(purchase.sessions);
  return {
    to: payer.email,
    subject: `Receipt ${purchase.receipt}: ${purchase.planType}, ${sessions}`,
    heading: `Thank you, ${payer.firstName}`,
    paragraphs: [
      `Your ${purchase.planType} plan is paid: ${sessions} for you to book.`,
      [
        ...purchase.lines.map(({ label, amountPaise }) => `${label}: ${money(amountPaise)}`),
        `Paid: ${money(purchase.amountPaise)}`,
      ].join("\n"),
      [
        `Receipt: ${purchase.receipt}`,
        `Payment: ${purchase.providerPaymentId}`,
        `Paid on: ${paidAt} (${business.timeZone})`,
      ].join("\n"),
    ],
    action: { label: "Book an interview", url: `${publicUrl}/interviewee-dashboard/booking` },
  };
}

/** A refund, once the provider has it. */
export function refundMessage(
  { amountPaise, sessions, receipt }: { amountPaise: number; sessions: number; receipt: string },
  payer: { firstName: string; email: string },
) {
  const money = formatRupees(rupeesFromPaise(amountPaise), { decimals: true });
  return {
    to: payer.email,
    subject: `Refund of ${money} for ${receipt}`,
    heading: "Your money is on its way back",
    paragraphs: [
      `Hello ${payer.firstName}, we have refunded ${money} of receipt ${receipt} to the card or account that you paid with. Banks take five to seven working days to show it.`,
      `${countSessions(sessions)} of that purchase ${sessions === 1 ? "is" : "are"} no longer in your account.`,
    ],
  };
}
