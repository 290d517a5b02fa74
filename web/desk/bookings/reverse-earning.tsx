import { getDeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import {
  listDuePayouts,
  previewEarningReversal,
  reverseDeskEarning,
} from "@greenroom/contract/desk/money/payouts.ts";
import { useCallback, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";

interface ReverseEarningProps {
  bookingId: string;
  onDone: (result: ActionResult) => void;
}

const changed = [getDeskBooking, listDuePayouts];

/** Takes back the earning of an interview. */
export function ReverseEarning({ bookingId: id, onDone }: ReverseEarningProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const [isOpen, setOpen] = useState(false);
  const loadPreview = useCallback(
    () => operatorCall(previewEarningReversal, { params: { id } }),
    [operatorCall, id],
  );
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        Take back the earning
      </Button>
      {isOpen && (
        <ActionDialog
          title="Take back an earning"
          loadPreview={loadPreview}
          confirmLabel="Take it back"
          danger
          reasonHint="The interviewer gets it by email, and reads it beside the earning."
          onConfirm={async (action) => {
            const { msg } = await operatorCall(reverseDeskEarning, { params: { id }, body: action });
            onDone({ msg });
            await refresh();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
