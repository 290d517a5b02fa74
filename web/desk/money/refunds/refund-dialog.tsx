import { listApprovals } from "@greenroom/contract/desk/money/approvals.ts";
import {
  getDeskPayment,
  listDeskPayments,
  listUnsentRefunds,
  previewRefunds,
  type RefundItem,
  refundPayments,
} from "@greenroom/contract/desk/money/payments.ts";
import { type ReactNode, useCallback } from "react";
import { useOperatorCall } from "../../access/use-operator-call.ts";
import { ActionDialog } from "../../actions/action-dialog.tsx";
import { useRefresh } from "../../actions/use-refresh.ts";
import type { ActionResult } from "../../results/result-notice.tsx";
import { useApprovableResult } from "../../results/use-approvable-result.ts";

interface RefundDialogProps {
  /** Memoize it: a new list loads a new preview. */
  items: readonly RefundItem[];
  onDone: (result: ActionResult) => void;
  onClose: () => void;
  /** Says who reads the reason, unless the buyer reads it in their list of sessions. */
  reasonHint?: string;
  /** A field above the preview is invalid, so nothing can be refunded. */
  isIncomplete?: boolean;
  /** The field for the number of sessions, if it can be chosen. */
  children?: ReactNode;
}

const changed = [listDeskPayments, getDeskPayment, listUnsentRefunds, listApprovals];

/** Refunds payments, in full or by sessions. */
export function RefundDialog({
  items,
  onDone,
  onClose,
  reasonHint = "The buyer reads it in their list of sessions.",
  isIncomplete = false,
  children,
}: RefundDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const resultOf = useApprovableResult();
  const loadPreview = useCallback(
    () => operatorCall(previewRefunds, { body: { items: [...items] } }),
    [operatorCall, items],
  );
  return (
    <ActionDialog
      title={items.length === 1 ? "Refund a payment" : `Refund ${items.length} payments`}
      loadPreview={loadPreview}
      isIncomplete={isIncomplete}
      confirmLabel="Refund"
      danger
      reasonHint={reasonHint}
      onConfirm={async (action) => {
        onDone(resultOf(await operatorCall(refundPayments, { body: { ...action, items: [...items] } })));
        await refresh();
      }}
      onClose={onClose}
    >
      {children}
    </ActionDialog>
  );
}
