import { fullName, isBlank } from "@greenroom/contract/kernel/plain-text.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useState } from "react";
import { callOnce } from "../../api/calls.ts";
import { ApiError, call } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { useReload } from "../../api/query-client.tsx";
import { formatSlotRange } from "../../format/times.ts";
import type { ButtonSize } from "../../ui/button.tsx";
import type { Notice } from "../../ui/status.tsx";
import { BookingActionButton, ReasonField, ReportNoShow, UnclearQuestion } from "./outcome-actions.tsx";
import { useChange } from "./queries.ts";

interface InterviewActionsProps {
  booking: InterviewerBooking;
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/** The interviewer's actions on an interview. Each asks first and explains its consequences. */
export function InterviewActions({ booking, timeZone, onDone }: InterviewActionsProps) {
  const runChange = useChange(useRefreshInterviews());
  const { allowedActions, _id: id } = booking;
  const name = fullName(booking.userId);
  const view = { booking, timeZone, runChange, onDone };
  const hasStarted = allowedActions.includes("end-now");
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      <UnclearQuestion {...view} />
      {hasStarted && <EndNow bookingId={id} name={name} size="sm" onDone={onDone} />}
      {allowedActions.includes("report-no-show") && (
        <ReportNoShow {...view}>
          <p>
            You are paid for the interview as booked, and {name} is told. If the record says that they were
            there, our team decides. If it shows neither of you, the session is returned and nothing is paid.
          </p>
        </ReportNoShow>
      )}
      {allowedActions.includes("cancel") && (
        <BookingActionButton
          label="Cancel"
          about={`the interview with ${name}`}
          question={`Cancel your interview with ${name}?`}
          confirmLabel="Cancel interview"
          keepLabel="Keep it"
          danger
          run={() =>
            runChange(() => callOnce("POST /api/interviewer/bookings/:id/cancel", { params: { id } }))
          }
          onDone={onDone}
        >
          <p className="tabular">
            {formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone)}
          </p>
          <p>
            {name} gets the session back at once and an email. The slot is removed from your calendar, and
            nothing is paid for it.
          </p>
          {hasStarted && <p>It has started, so it counts as missed.</p>}
        </BookingActionButton>
      )}
    </div>
  );
}

interface EndNowProps {
  bookingId: string;
  name: string;
  size: ButtonSize;
  onDone: (notice: Notice) => void;
}

/** The interviewer ends the interview for both. If they were together for a short time only, the dialog asks why. */
export function EndNow({ bookingId, name, size, onDone }: EndNowProps) {
  const [reason, setReason] = useState("");
  const [minutesTogether, setMinutesTogether] = useState<number | null>(null);
  const runChange = useChange(useRefreshInterviews());
  async function end() {
    const body = { reason: reason.trim() };
    try {
      return await runChange(() =>
        call("POST /api/interviewer/bookings/:id/complete", { params: { id: bookingId }, body }),
      );
    } catch (error) {
      const minutes = minutesIn(error);
      if (minutes === null) throw error;
      setMinutesTogether(minutes);
      return null;
    }
  }
  return (
    <BookingActionButton
      label="End now"
      about={`the interview with ${name}`}
      question={`End the interview with ${name} now?`}
      confirmLabel="End now"
      confirmInactive={minutesTogether !== null && isBlank(reason)}
      keepLabel="Keep interviewing"
      size={size}
      failed="❌ The interview could not be ended. Please try again."
      onOpen={() => setMinutesTogether(null)}
      run={end}
      onDone={onDone}
    >
      <p>It ends for both of you.</p>
      {minutesTogether !== null && (
        <>
          <p>
            You were together for {minutesTogether} min. We ask {name} if that was fine, and your earning
            waits for the answer.
          </p>
          <ReasonField label="Why does it end early?" reader={name} value={reason} onChange={setReason} />
        </>
      )}
    </BookingActionButton>
  );
}

/** The minutes together, if the server needs a reason; otherwise null. */
function minutesIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.details === undefined || Array.isArray(error.details))
    return null;
  const { minutesTogether } = error.details;
  return typeof minutesTogether === "number" ? minutesTogether : null;
}

const affectedEndpoints: readonly EndpointName[] = [
  "GET /api/interviewer/availability",
  "GET /api/interviewer/bookings",
  "GET /api/interviewer/history",
  "GET /api/interviewer/earnings",
  "GET /api/interviewer/dashboard-stats",
];

export const useRefreshInterviews = () => useReload(affectedEndpoints);
