import {
  cancelBookings,
  type DeskBooking,
  getDeskBooking,
  listDeskBookings,
  previewCancellations,
} from "@greenroom/contract/desk/bookings/bookings.ts";
import { listClosedDays } from "@greenroom/contract/desk/bookings/closed-days.ts";
import { useCallback, useState } from "react";
import { Checkbox } from "../../ui/fields.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { useApprovableResult } from "../results/use-approvable-result.ts";
import { useReopenDays } from "../results/use-reopen-days.ts";

interface CancelDialogProps {
  bookings: readonly Pick<DeskBooking, "_id" | "interviewer">[];
  onDone: (result: ActionResult, outcomes: readonly { _id: string; label: string; text: string }[]) => void;
  onClose: () => void;
}

const changed = [listDeskBookings, getDeskBooking, listClosedDays];

/**
 * Cancels all of these bookings, or none. If they leave an interviewer's day without an interview, its free times can be
 * closed, too. That is chosen for several bookings of one interviewer, as when they fall ill, and not for a single one.
 */
export function CancelDialog({ bookings, onDone, onClose }: CancelDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const resultOf = useApprovableResult();
  const reopen = useReopenDays();
  const [freeTimes, setFreeTimes] = useState(0);
  const isOneInterviewer = new Set(bookings.map(({ interviewer }) => interviewer._id)).size === 1;
  const [closesDays, setClosesDays] = useState(bookings.length > 1 && isOneInterviewer);
  const loadPreview = useCallback(async () => {
    const bookingIds = bookings.map(({ _id }) => _id);
    const ask = (closes: boolean) =>
      operatorCall(previewCancellations, { body: { bookingIds, closesDays: closes } });
    let preview = await ask(closesDays);
    // Nothing to close, so the preview does not speak of it.
    if (closesDays && preview.freeTimes === 0) preview = await ask(false);
    setFreeTimes(preview.freeTimes);
    return preview;
  }, [operatorCall, bookings, closesDays]);
  return (
    <ActionDialog
      title={bookings.length === 1 ? "Cancel an interview" : `Cancel ${bookings.length} interviews`}
      loadPreview={loadPreview}
      confirmLabel={bookings.length === 1 ? "Cancel the interview" : "Cancel them all"}
      danger
      onConfirm={async (action) => {
        const bookingIds = bookings.map(({ _id }) => _id);
        const done = await operatorCall(cancelBookings, {
          body: { ...action, bookingIds, closesDays: closesDays && freeTimes > 0 },
        });
        onDone(resultOf(done, reopen(done.closedDays)), done.outcomes);
        await refresh();
      }}
      onClose={onClose}
    >
      {freeTimes > 0 && (
        <Checkbox
          label={
            freeTimes === 1
              ? "Also close the day's 1 free time, which can still be booked"
              : `Also close the day's ${freeTimes} free times, which can still be booked`
          }
          checked={closesDays}
          onChange={({ currentTarget }) => setClosesDays(currentTarget.checked)}
        />
      )}
    </ActionDialog>
  );
}
