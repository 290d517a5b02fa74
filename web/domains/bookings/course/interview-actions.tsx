import { cancelInterview, completeInterview, type InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { call } from "../../../api/client.ts";
import { formatSlotRange } from "../../../ui/time/format-day.ts";
import { fullName } from "../../accounts/person-name.ts";
import { ActionButton } from "./action-button.tsx";
import { ReportNoShow } from "./report-no-show.tsx";
import { useChangingInterview } from "./use-changing-interview.ts";

interface InterviewActionsProps {
  booking: InterviewerBooking;
  timeZone: string;
  onDone: (message: string) => void;
}

/** What its interviewer can do about an interview, each asked first with what it leads to. */
export function InterviewActions({ booking, timeZone, onDone }: InterviewActionsProps) {
  const changing = useChangingInterview();
  const { allowedActions, _id: id } = booking;
  const name = fullName(booking.userId);
  const params = { params: { id } };
  const when = formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone);
  const about = `the interview with ${name}`;
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {allowedActions.includes("end-now") && (
        <ActionButton
          label="End now"
          about={about}
          question={`End the interview with ${name} now?`}
          confirmLabel="End now"
          keepLabel="Go on"
          run={() => changing(() => call(completeInterview, params))}
          onDone={onDone}
        >
          <p>It counts as held. Your earning is credited when your feedback is in.</p>
        </ActionButton>
      )}
      {allowedActions.includes("report-no-show") && (
        <ReportNoShow
          booking={booking}
          viewer="interviewer"
          otherName={name}
          timeZone={timeZone}
          change={changing}
          onDone={onDone}
        >
          <p>
            The interview is paid to you as booked, and {name} is told. If the record says that they were
            there, a person of ours decides. If it saw neither of you, the session goes back and nothing is
            paid.
          </p>
        </ReportNoShow>
      )}
      {allowedActions.includes("cancel") && (
        <ActionButton
          label="Cancel"
          about={about}
          question={`Cancel your interview with ${name}?`}
          confirmLabel="Cancel interview"
          keepLabel="Keep it"
          danger
          run={() => changing(() => call(cancelInterview, params))}
          onDone={onDone}
        >
          <p className="tabular">{when}</p>
          <p>
            {name} has the session back at once and is told by mail. The slot is taken off your calendar, and
            nothing is paid for it.
          </p>
        </ActionButton>
      )}
    </div>
  );
}
