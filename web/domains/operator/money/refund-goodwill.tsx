import { formatRupees } from "@greenroom/contract/core/money.ts";
import type { DeskPaymentDetail } from "@greenroom/contract/operator/money/payments.ts";
import { useMemo, useState } from "react";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import type { ActionResult } from "../results/result-notice.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

interface RefundGoodwillProps {
  payment: Pick<DeskPaymentDetail, "_id" | "goodwillLimit">;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

/** Refunds money for sessions that are used and stay used. */
export function RefundGoodwill({ payment: { _id, goodwillLimit }, onDone, onClose }: RefundGoodwillProps) {
  const [goodwill, setGoodwill] = useState(goodwillLimit);
  const [problem, setProblem] = useState<string | undefined>();
  const items = useMemo(() => [{ paymentId: _id, goodwill }], [_id, goodwill]);
  const most = formatRupees(goodwillLimit, { decimals: true });

  function choose(text: string) {
    const amount = Number(text);
    const isAmount = /^\d+(\.\d{1,2})?$/.test(text.trim()) && amount >= 1 && amount <= goodwillLimit;
    setProblem(isAmount ? undefined : `Enter an amount from ₹1 to ${most}.`);
    if (isAmount) setGoodwill(amount);
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
