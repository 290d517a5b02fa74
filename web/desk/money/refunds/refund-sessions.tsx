import type { DeskPaymentDetail } from "@greenroom/contract/desk/money/payments.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { useMemo, useState } from "react";
import { Field, Select } from "../../../ui/fields.tsx";
import type { ActionResult } from "../../results/result-notice.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

const rupees = (amount: number) => formatRupees(amount, { decimals: true });

interface RefundSessionsProps {
  payment: Pick<DeskPaymentDetail, "_id" | "left" | "used" | "booked" | "takenBack" | "leftValues">;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

/** Chooses how many of the sessions that are left go back. */
export function RefundSessions({ payment, onDone, onClose }: RefundSessionsProps) {
  const [chosen, setChosen] = useState(payment.left);
  // A session can be booked while the dialog is open. Without any left, the server says why it refuses one.
  const sessions = Math.min(chosen, Math.max(payment.left, 1));
  const items = useMemo(() => [{ paymentId: payment._id, sessions }], [payment._id, sessions]);
  const worth = (count: number) => payment.leftValues.slice(0, count).reduce((sum, value) => sum + value, 0);
  return (
    <RefundDialog items={items} onDone={onDone} onClose={onClose}>
      <Field
        label="How many sessions"
        hint={
          payment.used + payment.booked + payment.takenBack === 0
            ? "None of them was used, booked or taken back."
            : `${payment.left} ${payment.left === 1 ? "is" : "are"} left; the others are used, booked or were taken back.`
        }
      >
        {(control) => (
          <Select
            {...control}
            value={sessions}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {payment.leftValues.map((_, index) => (
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
