import {
  type DeskPaymentDetail,
  type RefundItem,
  refundPayments,
  retryRefund,
  type UnsentRefund,
} from "@greenroom/contract/desk/money/payments.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type ReactNode, useState } from "react";
import { Field, Select, TextInput } from "../../ui/fields.tsx";
import { useNow } from "../../ui/hooks.ts";
import { ActionButton, ActionDialog, type DialogProps } from "../actions/action-dialog.tsx";
import type { Result } from "../actions/result-notice.tsx";
import { rupees } from "./money-parts.tsx";

interface RefundDialogProps extends DialogProps {
  items: RefundItem[];
  /** Says who reads the reason, unless the buyer reads it in their list of sessions. */
  reasonHint?: string;
  /** A field above the preview is invalid, so nothing can be refunded. */
  isIncomplete?: boolean;
  /** The field for the number of sessions, if it can be chosen. */
  children?: ReactNode;
}

/** Refunds payments, in full or by sessions. */
export function RefundDialog({
  items,
  reasonHint = "The buyer reads it in their list of sessions.",
  ...dialog
}: RefundDialogProps) {
  return (
    <ActionDialog
      {...dialog}
      title={items.length === 1 ? "Refund a payment" : `Refund ${items.length} payments`}
      action={refundPayments}
      input={{ items }}
      confirmLabel="Refund"
      danger
      reasonHint={reasonHint}
    />
  );
}

interface RefundSessionsProps extends DialogProps {
  payment: Pick<DeskPaymentDetail, "_id" | "left" | "used" | "booked" | "takenBack" | "leftValues">;
}

/** Chooses how many of the sessions that are left go back. */
export function RefundSessions({ payment, ...dialog }: RefundSessionsProps) {
  const { _id: paymentId, left, leftValues } = payment;
  const [chosen, setChosen] = useState(left);
  // A session can be booked while the dialog is open. Without any left, the server says why it refuses one.
  const sessions = Math.min(chosen, Math.max(left, 1));
  const worth = (count: number) => leftValues.slice(0, count).reduce((sum, value) => sum + value, 0);
  return (
    <RefundDialog {...dialog} items={[{ paymentId, sessions }]}>
      <Field
        label="How many sessions"
        hint={
          payment.used + payment.booked + payment.takenBack === 0
            ? "None of them was used, booked or taken back."
            : `${left} ${left === 1 ? "is" : "are"} left; the others are used, booked or were taken back.`
        }
      >
        {(control) => (
          <Select
            {...control}
            value={sessions}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {leftValues.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the number of sessions is the choice
              <option key={index} value={index + 1}>
                {index + 1} for {rupees(worth(index + 1))}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </RefundDialog>
  );
}

interface RefundGoodwillProps extends DialogProps {
  payment: Pick<DeskPaymentDetail, "_id" | "goodwillLimit">;
}

/** Refunds money for sessions that are used and stay used. */
export function RefundGoodwill({ payment: { _id, goodwillLimit }, ...dialog }: RefundGoodwillProps) {
  const [goodwill, setGoodwill] = useState(goodwillLimit);
  const [text, setText] = useState(String(goodwillLimit));
  const most = rupees(goodwillLimit);
  // The limit can fall while the dialog is open.
  const problem = isAmountUpTo(goodwillLimit, text) ? undefined : `Enter an amount from ₹1 to ${most}.`;

  function choose(entered: string) {
    setText(entered);
    if (isAmountUpTo(goodwillLimit, entered)) setGoodwill(Number(entered));
  }

  return (
    <RefundDialog
      {...dialog}
      items={[{ paymentId: _id, goodwill }]}
      isIncomplete={problem !== undefined}
      reasonHint="For operators only."
    >
      <Field
        label="Rupees"
        hint={`At most ${most}, what was paid for the used sessions. They stay used.`}
        error={problem}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            defaultValue={String(goodwillLimit)}
            onBlur={({ currentTarget }) => choose(currentTarget.value)}
          />
        )}
      </Field>
    </RefundDialog>
  );
}

function isAmountUpTo(limit: number, text: string): boolean {
  return /^\d+(\.\d{1,2})?$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= limit;
}

/** A refund that the provider has not answered for so long is worth another try. */
const minutesToSend = 5;

interface RetryRefundProps {
  refund: Pick<UnsentRefund, "_id" | "state" | "createdAt">;
  onDone: (result: Result) => void;
}

/** Asks the provider again for a refund that has not gone out, unless it is only just being sent. */
export function RetryRefund({ refund: { _id, state, createdAt }, onDone }: RetryRefundProps) {
  const now = useNow();
  if (state === "waiting" && now < addMinutes(new Date(createdAt), minutesToSend))
    return <>None: it is being sent</>;
  return (
    <ActionButton
      button={{ variant: "primary" }}
      title="Try a refund again"
      action={retryRefund}
      id={_id}
      confirmLabel="Ask the provider"
      onDone={onDone}
    >
      Try again
    </ActionButton>
  );
}
