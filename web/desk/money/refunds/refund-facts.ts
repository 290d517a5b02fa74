import type { DeskPayment, DeskPaymentDetail } from "@greenroom/contract/desk/money/payments.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";

type RefundSums = Pick<DeskPaymentDetail, "amount" | "refunded">;
type RemainingParts = RefundSums &
  Pick<DeskPaymentDetail, "left" | "used" | "booked" | "leftValues" | "goodwillLimit">;

const rupees = (amount: number) => formatRupees(amount, { decimals: true });
const paiseOf = (amount: number) => Math.round(amount * 100);

function remainingPaise({ amount, refunded }: RefundSums): number {
  return Math.max(0, paiseOf(amount) - paiseOf(refunded));
}

/** What refunds left of a payment, and how each part of it could go back. */
export function remainingText(payment: RemainingParts): string {
  const remaining = remainingPaise(payment);
  if (remaining === 0) return "Nothing remains to refund.";
  const left = payment.leftValues.reduce((sum, value) => sum + paiseOf(value), 0);
  const goodwill = payment.used > 0 ? paiseOf(payment.goodwillLimit) : 0;
  const booked = payment.booked > 0 ? remaining - left - goodwill : 0;
  const parts = [
    { paise: left, text: `for ${countOf(payment.left, "session")} left` },
    { paise: booked, text: `for ${countOf(payment.booked, "session")} booked, once canceled` },
    { paise: goodwill, text: `out of goodwill for ${countOf(payment.used, "session")} used` },
  ].filter(({ paise }) => paise > 0);
  const [only, ...others] = parts;
  const amount = rupees(remaining / 100);
  if (only === undefined) return `${amount} remains.`;
  if (others.length === 0) return `${amount} can go back ${only.text}.`;
  return `${amount} can go back: ${parts.map(({ paise, text }) => `${rupees(paise / 100)} ${text}`).join(", ")}.`;
}

/** Why a chosen payment cannot be refunded in full; null when it can. */
export function fullRefundProblem(
  payment: Pick<DeskPayment, "amount" | "refunded" | "receipt" | "notInFull">,
): string | null {
  const { receipt, notInFull } = payment;
  if (notInFull === null) return null;
  return remainingPaise(payment) === 0
    ? `Receipt ${receipt} was refunded in full already.`
    : `Receipt ${receipt} cannot be refunded in full. ${notInFull}`;
}
