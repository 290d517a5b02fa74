import {
  type DeskBookingDetail,
  decideDeskInterview,
  getDeskBooking,
  listDeskBookings,
  listDisputes,
  previewInterviewDecision,
} from "@greenroom/contract/desk/bookings/bookings.ts";
import type { InterviewDecision } from "@greenroom/contract/schedule/bookings.ts";
import { useCallback, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import type { ActionResult } from "../results/result-notice.tsx";

interface DecideInterviewProps {
  booking: DeskBookingDetail;
  onDone: (result: ActionResult) => void;
}

const labels: Record<InterviewDecision, string> = {
  "interviewee-absent": "Candidate missed it",
  "interviewer-absent": "Interviewer missed it",
  "both-came": "Both came",
  "session-returned": "Return the session",
};

/** What an operator can find of an interview that is disputed or unclear. No outcome is suggested. */
export function DecideInterview({ booking, onDone }: DecideInterviewProps) {
  const [outcome, setOutcome] = useState<InterviewDecision | null>(null);
  const isUnclear = booking.status === "pending" && booking.unclear?.outcome === null;
  if (!isUnclear && !booking.reports.some((report) => report.outcome === "pending")) return null;
  const outcomes: InterviewDecision[] = ["interviewee-absent", "interviewer-absent", "both-came"];
  if (isUnclear) outcomes.push("session-returned");
  return (
    <fieldset className="mt-4 flex flex-wrap items-center gap-2">
      <legend className="mb-2 font-semibold">What happened?</legend>
      {outcomes.map((one) => (
        <Button key={one} size="sm" variant="quiet" onClick={() => setOutcome(one)}>
          {labels[one]}
        </Button>
      ))}
      {outcome !== null && (
        <DecisionDialog
          bookingId={booking._id}
          outcome={outcome}
          onDone={onDone}
          onClose={() => setOutcome(null)}
        />
      )}
    </fieldset>
  );
}

const changed = [getDeskBooking, listDeskBookings, listDisputes];

interface DecisionDialogProps {
  bookingId: string;
  outcome: InterviewDecision;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

function DecisionDialog({ bookingId: id, outcome, onDone, onClose }: DecisionDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(
    () => operatorCall(previewInterviewDecision, { params: { id }, body: { outcome } }),
    [operatorCall, id, outcome],
  );
  return (
    <ActionDialog
      title={labels[outcome]}
      loadPreview={loadPreview}
      confirmLabel={labels[outcome]}
      reasonHint="Both parties get it by email."
      onConfirm={async (action) => {
        const { msg } = await operatorCall(decideDeskInterview, {
          params: { id },
          body: { ...action, outcome },
        });
        onDone({ msg });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
