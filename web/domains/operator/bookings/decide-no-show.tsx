import type { Party } from "@greenroom/contract/bookings.ts";
import {
  type DeskBookingDetail,
  decideDeskNoShow,
  getDeskBooking,
  listDeskBookings,
  listDisputes,
  previewNoShowDecision,
} from "@greenroom/contract/operator/bookings/bookings.ts";
import { useCallback, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";

interface DecideNoShowProps {
  booking: DeskBookingDetail;
  onDone: (result: ActionResult) => void;
}

type Decision = { reporter: Party; outcome: "upheld" | "rejected" };

/** The decisions about the reports that wait. */
export function DecideNoShow({ booking, onDone }: DecideNoShowProps) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const waiting = booking.reports.filter(({ outcome }) => outcome === "pending");
  if (waiting.length === 0) return null;
  return (
    <div className="mt-4 grid gap-3">
      {waiting.map(({ by }) => (
        <p key={by} className="flex flex-wrap items-center gap-2">
          <span>The {by}'s report:</span>
          <Button size="sm" onClick={() => setDecision({ reporter: by, outcome: "upheld" })}>
            Uphold it
          </Button>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => setDecision({ reporter: by, outcome: "rejected" })}
          >
            Reject it
          </Button>
        </p>
      ))}
      {decision !== null && (
        <DecisionDialog
          bookingId={booking._id}
          {...decision}
          onDone={onDone}
          onClose={() => setDecision(null)}
        />
      )}
    </div>
  );
}

const changed = [getDeskBooking, listDeskBookings, listDisputes];

interface DecisionDialogProps extends Decision {
  bookingId: string;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

function DecisionDialog({ bookingId: id, reporter, outcome, onDone, onClose }: DecisionDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(
    () => operatorCall(previewNoShowDecision, { params: { id }, body: { reporter, outcome } }),
    [operatorCall, id, reporter, outcome],
  );
  return (
    <ActionDialog
      title={outcome === "upheld" ? "Uphold the report" : "Reject the report"}
      loadPreview={loadPreview}
      confirmLabel={outcome === "upheld" ? "Uphold it" : "Reject it"}
      danger={outcome === "upheld"}
      reasonHint="Both parties get it by email."
      onConfirm={async (action) => {
        const body = { ...action, reporter, outcome };
        const { msg } = await operatorCall(decideDeskNoShow, { params: { id }, body });
        onDone({ msg });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
