import type { Approval, OpenApproval } from "@greenroom/contract/desk/approvals.ts";
import type {
  DeskPayment,
  DeskPaymentDetail,
  PaymentState,
  UnpaidOrder,
  UnsentRefund,
} from "@greenroom/contract/desk/money/payments.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Pill } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";
import { ActionButton } from "../actions/action-dialog.tsx";
import { PersonCell, useDeskTime } from "../layout/desk-parts.tsx";
import type { DeskColumn } from "../table/data-table.tsx";

/** `₹149.80` */
export const rupees = (amount: number) => formatRupees(amount, { decimals: true });

type Appearance = readonly ["ready" | "wait" | "off" | "bad", string];

const payment: Record<PaymentState, Appearance> = {
  captured: ["ready", "Paid"],
  "part-refunded": ["off", "Part refunded"],
  refunded: ["off", "Refunded"],
  "refund-waiting": ["wait", "Refund on its way"],
  "refund-refused": ["bad", "Refund refused"],
};
const refund: Record<UnsentRefund["state"], Appearance> = {
  waiting: ["wait", "On its way"],
  refused: ["bad", "Refused"],
  sent: ["ready", "Sent"],
};
const order: Record<UnpaidOrder["state"], Appearance> = {
  open: ["wait", "Open"],
  "given-up": ["off", "Given up"],
  failed: ["bad", "Never opened"],
};
const approval: Record<Approval["state"], Appearance> = {
  open: ["wait", "Waiting"],
  approved: ["ready", "Approved"],
  declined: ["bad", "Declined"],
  withdrawn: ["off", "Withdrawn"],
  expired: ["off", "Expired"],
};

const render = ([status, text]: Appearance) => <Pill status={status}>{text}</Pill>;

export const PaymentPill = ({ state }: { state: PaymentState }) => render(payment[state]);
export const RefundPill = ({ state }: { state: UnsentRefund["state"] }) => render(refund[state]);
export const OrderPill = ({ state }: { state: UnpaidOrder["state"] }) => render(order[state]);
export const ApprovalPill = ({ state }: { state: Approval["state"] }) => render(approval[state]);

/* Columns that the lists of payments, refunds and orders share. */

export const personColumn: DeskColumn<ComponentProps<typeof PersonCell>> = {
  header: "Person",
  isHeading: true,
  cell: PersonCell,
};

export const amountColumn: DeskColumn<{ amount: number }> = {
  header: "Amount",
  align: "end",
  cell: ({ amount }) => rupees(amount),
};

/** Says that an action waits for a second operator; `action` completes "… asked ". */
export function OpenApprovalNote({ approval, action }: { approval: OpenApproval; action: string }) {
  const at = useDeskTime();
  return (
    <p className="mt-3 text-sm">
      {approval.askedBy.email} asked {action} on {at(approval.askedAt)}, which waits for another owner.{" "}
      <Link to={paths.operatorMoneyPart("approvals")} className="link">
        Open the approvals
      </Link>
    </p>
  );
}

/** A refund that the provider has not answered for so long is worth another try. */
const minutesToSend = 5;

interface RetryRefundProps {
  refund: Pick<UnsentRefund, "_id" | "state" | "createdAt">;
}

/** Asks the provider again for a refund that has not gone out, unless it is only just being sent. */
export function RetryRefund({ refund: { _id, state, createdAt } }: RetryRefundProps) {
  const now = useNow();
  if (state === "waiting" && now < addMinutes(new Date(createdAt), minutesToSend))
    return <>None: it is being sent</>;
  return (
    <ActionButton
      button={{ variant: "primary" }}
      title="Try a refund again"
      action={"POST /api/operator/refunds/:id/retry"}
      id={_id}
      confirmLabel="Ask the provider"
    >
      Try again
    </ActionButton>
  );
}

type RefundSums = Pick<DeskPaymentDetail, "amount" | "refunded">;
type RemainingParts = RefundSums &
  Pick<DeskPaymentDetail, "left" | "used" | "booked" | "leftValues" | "goodwillLimit">;

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
    ? `Receipt ${receipt} is refunded in full already.`
    : `Receipt ${receipt}: ${notInFull}`;
}
