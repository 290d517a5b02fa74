import type { DeskPaymentDetail } from "@greenroom/contract/desk/money/payments.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { useMemo, useState } from "react";
import { Field, TextInput } from "../../../ui/fields.tsx";
import type { ActionResult } from "../../results/result-notice.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

interface RefundGoodwillProps {
  payment: Pick<DeskPaymentDetail, "_id" | "goodwillLimit">;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

/** Refunds money for sessions that are used and stay used. */
export function RefundGoodwill({ payment: { _id, goodwillLimit }, onDone, onClose }: RefundGoodwillProps) {
  const [goodwill, setGoodwill] = useState(goodwillLimit);
  const [text, setText] = useState(String(goodwillLimit));
  const items = useMemo(() => [{ paymentId: _id, goodwill }], [_id, goodwill]);
  const most = formatRupees(goodwillLimit, { decimals: true });
  // The limit can fall while the dialog is open.
  const problem = isAmountUpTo(goodwillLimit, text) ? undefined : `Enter an amount from ₹1 to ${most}.`;

  function choose(entered: string) {
    setText(entered);
    if (isAmountUpTo(goodwillLimit, entered)) setGoodwill(Number(entered));
  }

  return (
    <RefundDialog
      items={items}
      isIncomplete={problem !== undefined}
      reasonHint="For operators only."
      onDone={onDone}
      onClose={onClose}
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
