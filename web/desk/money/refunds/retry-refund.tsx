import {
  getDeskPayment,
  listUnsentRefunds,
  previewRefundRetry,
  retryRefund,
  type UnsentRefund,
} from "@greenroom/contract/desk/money/payments.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { useCallback, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useNow } from "../../../ui/hooks.ts";
import { useOperatorCall } from "../../access/use-operator-call.ts";
import { ActionDialog } from "../../actions/action-dialog.tsx";
import { useRefresh } from "../../actions/use-refresh.ts";
import type { ActionResult } from "../../results/result-notice.tsx";

interface RetryRefundProps {
  refund: Pick<UnsentRefund, "_id" | "state" | "createdAt">;
  onDone: (result: ActionResult) => void;
}

const changed = [getDeskPayment, listUnsentRefunds];

/** A refund that the provider has not answered for so long is worth another try. */
const minutesToSend = 5;

/** Asks the provider again for a refund that has not gone out, unless it is only just being sent. */
export function RetryRefund({ refund, onDone }: RetryRefundProps) {
  const refundId = refund._id;
  const now = useNow();
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const [isOpen, setOpen] = useState(false);
  const params = { id: refundId };
  const loadPreview = useCallback(
    () => operatorCall(previewRefundRetry, { params: { id: refundId } }),
    [operatorCall, refundId],
  );
  if (refund.state === "waiting" && now < addMinutes(new Date(refund.createdAt), minutesToSend))
    return <>None: it is being sent</>;
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
