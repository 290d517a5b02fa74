import {
  cancelBookings,
  type DeskBooking,
  getDeskBooking,
  listDeskBookings,
  previewCancellations,
} from "@greenroom/contract/operator/bookings/bookings.ts";
import { useCallback } from "react";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import { type ActionResult, resultOf } from "../results/result-notice.tsx";

interface CancelDialogProps {
  bookings: readonly Pick<DeskBooking, "_id">[];
  onDone: (result: ActionResult, outcomes: readonly { _id: string; label: string; text: string }[]) => void;
  onClose: () => void;
}

const changed = [listDeskBookings, getDeskBooking];

/** Cancels all of these bookings, or none. */
export function CancelDialog({ bookings, onDone, onClose }: CancelDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(
    () => operatorCall(previewCancellations, { body: { bookingIds: bookings.map(({ _id }) => _id) } }),
    [operatorCall, bookings],
  );
  return (
    <ActionDialog
      title={bookings.length === 1 ? "Cancel an interview" : `Cancel ${bookings.length} interviews`}
      loadPreview={loadPreview}
      confirmLabel={bookings.length === 1 ? "Cancel the interview" : "Cancel them all"}
      danger
      onConfirm={async (action) => {
        const bookingIds = bookings.map(({ _id }) => _id);
        const done = await operatorCall(cancelBookings, { body: { ...action, bookingIds } });
        onDone(resultOf(done), done.outcomes);
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
