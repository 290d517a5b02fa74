import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { cancelInterview, type InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { callOnce } from "../../api/calls.ts";
import { formatSlotRange } from "../../format/times.ts";
import type { Notice } from "../../ui/status.tsx";
import { EndNow, useInterviewChange } from "./end-now.tsx";
import { BookingActionButton, ReportNoShow, UnclearQuestion } from "./outcome-actions.tsx";

interface InterviewActionsProps {
  booking: InterviewerBooking;
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/** The interviewer's actions on an interview. Each asks first and explains its consequences. */
export function InterviewActions({ booking, timeZone, onDone }: InterviewActionsProps) {
  const runChange = useInterviewChange();
  const { allowedActions, _id: id } = booking;
  const name = fullName(booking.userId);
  const params = { params: { id } };
  const when = formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone);
  const hasStarted = allowedActions.includes("end-now");
  const about = `the interview with ${name}`;
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      <UnclearQuestion
        booking={booking}
        viewer="interviewer"
        otherName={name}
        timeZone={timeZone}
        runChange={runChange}
        onDone={onDone}
      />
      {allowedActions.includes("end-now") && <EndNow bookingId={id} name={name} size="sm" onDone={onDone} />}
      {allowedActions.includes("report-no-show") && (
        <ReportNoShow
          booking={booking}
          viewer="interviewer"
          otherName={name}
          timeZone={timeZone}
          runChange={runChange}
          onDone={onDone}
        >
          <p>
            You are paid for the interview as booked, and {name} is told. If the record says that they were
            there, our team decides. If it shows neither of you, the session is returned and nothing is paid.
          </p>
        </ReportNoShow>
      )}
      {allowedActions.includes("cancel") && (
        <BookingActionButton
          label="Cancel"
          about={about}
          question={`Cancel your interview with ${name}?`}
          confirmLabel="Cancel interview"
          keepLabel="Keep it"
          danger
          run={() => runChange(() => callOnce(cancelInterview, params))}
          onDone={onDone}
        >
          <p className="tabular">{when}</p>
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
