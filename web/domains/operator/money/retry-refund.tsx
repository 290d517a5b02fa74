import {
  getDeskPayment,
  listWaitingRefunds,
  previewRefundRetry,
  retryRefund,
} from "@greenroom/contract/operator/money/payments.ts";
import { useCallback, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";

interface RetryRefundProps {
  refundId: string;
  onDone: (result: ActionResult) => void;
}

const changed = [getDeskPayment, listWaitingRefunds];

/** Asks the provider again for a refund that has not gone out. */
export function RetryRefund({ refundId, onDone }: RetryRefundProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const [isOpen, setOpen] = useState(false);
  const params = { id: refundId };
  const loadPreview = useCallback(
    () => operatorCall(previewRefundRetry, { params: { id: refundId } }),
    [operatorCall, refundId],
  );
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Try again
      </Button>
      {isOpen && (
        <ActionDialog
          title="Try a refund again"
          loadPreview={loadPreview}
          confirmLabel="Ask the provider"
          onConfirm={async (action) => {
            const { msg } = await operatorCall(retryRefund, { params, body: action });
            onDone({ msg });
            await refresh();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
