import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { formatLongDay } from "../../../format/format-day.ts";
import { formatTimeRange } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import { BookingTicket } from "../../../ui/display/booking-ticket.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { useUpcomingInterviews } from "../../availability/queries.ts";
import { JoinMeeting } from "../../meetings/join-meeting.tsx";
import { BookingStatusPill } from "../booking-status-pill.tsx";
import { InterviewActions } from "../lifecycle/interview-actions.tsx";
import { OutcomeNote } from "../lifecycle/outcome-note.tsx";

interface CurrentInterviewsProps {
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/**
 * Interviews in progress, which the interviewer can end here, and those that wait for an answer. After that they appear in
 * the list below.
 */
export function CurrentInterviews({ timeZone, onDone }: CurrentInterviewsProps) {
  const upcoming = useUpcomingInterviews();
  const bookings = upcoming.data ?? [];
  return (
    <>
      <Interviews
        title="On now"
        bookings={bookings.filter(({ allowedActions }) => allowedActions.includes("end-now"))}
        timeZone={timeZone}
        onDone={onDone}
      />
      <Interviews
        title="Waiting for an answer"
        bookings={bookings.filter(({ unclear }) => unclear?.outcome === null)}
        timeZone={timeZone}
        onDone={onDone}
      />
    </>
  );
}

interface InterviewsProps extends CurrentInterviewsProps {
  title: string;
  bookings: InterviewerBooking[];
}

function Interviews({ title, bookings, timeZone, onDone }: InterviewsProps) {
  if (bookings.length === 0) return null;
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="mb-3 text-xl">{title}</h2>
      <ul className="grid gap-3">
        {bookings.map((booking) => (
          <li key={booking._id}>
            <CurrentInterview booking={booking} timeZone={timeZone} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CurrentInterview({
  booking,
  timeZone,
  onDone,
}: CurrentInterviewsProps & { booking: InterviewerBooking }) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  return (
    <BookingTicket
      startsAt={startsAt}
      timeZone={timeZone}
      title={name}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={
        booking.unclear !== null ? <BookingStatusPill {...booking} /> : <Pill status="live">On now</Pill>
      }
      action={
        booking.allowedActions.includes("join") && (
          <JoinMeeting
            bookingId={booking._id}
            startTime={booking.startTime}
            zoomLink={booking.zoomLink}
            withName={name}
            asInterviewer
            size="sm"
          />
        )
      }
    >
      <OutcomeNote booking={booking} viewer="interviewer" otherName={name} timeZone={timeZone} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </BookingTicket>
  );
}
