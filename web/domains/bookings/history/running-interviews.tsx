import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { CallSheet } from "../../../ui/call-sheet.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { formatLongDay } from "../../../ui/time/format-day.ts";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { useUpcomingInterviews } from "../../availability/queries.ts";
import { JoinMeeting } from "../components/join-meeting.tsx";
import { InterviewActions } from "../course/interview-actions.tsx";
import { OutcomeNote } from "../course/outcome-note.tsx";

interface RunningInterviewsProps {
  timeZone: string;
  onDone: (message: string) => void;
}

/** Interviews that have begun and not ended: from here they are ended, and then stand in the list below. */
export function RunningInterviews({ timeZone, onDone }: RunningInterviewsProps) {
  const upcoming = useUpcomingInterviews();
  const running = (upcoming.data ?? []).filter(({ allowedActions }) => allowedActions.includes("end-now"));
  if (running.length === 0) return null;
  return (
    <section aria-labelledby="running-interviews" className="mb-8">
      <h2 id="running-interviews" className="mb-3 text-xl">
        On now
      </h2>
      <ul className="grid gap-3">
        {running.map((booking) => (
          <li key={booking._id}>
            <Running booking={booking} timeZone={timeZone} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Running({ booking, timeZone, onDone }: RunningInterviewsProps & { booking: InterviewerBooking }) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  return (
    <CallSheet
      startsAt={startsAt}
      timeZone={timeZone}
      title={name}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={<Pill status="live">On now</Pill>}
      action={
        booking.allowedActions.includes("join") && (
          <JoinMeeting
            bookingId={booking._id}
            startTime={booking.startTime}
            zoomLink={booking.zoomLink}
            withName={name}
            asHost
            size="sm"
          />
        )
      }
    >
      <OutcomeNote booking={booking} viewer="interviewer" otherName={name} timeZone={timeZone} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </CallSheet>
  );
}
