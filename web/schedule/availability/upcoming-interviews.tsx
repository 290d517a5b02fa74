import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { formatTimeRange } from "../../format/times.ts";
import { BookingTicket, BreakableAddress, EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import type { Notice } from "../../ui/status.tsx";
import { BookingStatusPill, OutcomeNote, ProposedMoveNote } from "../bookings/booking-status.tsx";
import { InterviewActions } from "../bookings/interview-actions.tsx";
import { ViewResumeButton } from "../candidate-resume.tsx";
import { GoalList } from "../goals/goal-list.tsx";
import { JoinMeeting } from "../join-meeting.tsx";
import { calendarMessages, useUpcomingInterviews } from "./queries.ts";

/**
 * An interview that is in progress or begins within this many minutes is shown above the calendar, because mentors
 * open the page for it.
 */
const soonMinutes = 60;

function isSoon({ startTime }: InterviewerBooking, now: Date): boolean {
  return new Date(startTime) <= addMinutes(now, soonMinutes);
}

interface UpcomingInterviewsProps {
  timeZone: string;
  now: Date;
  /** Called with the result of an action on an interview, which may no longer be in this list. */
  onChanged: (notice: Notice) => void;
}

export function NextInterview({ timeZone, now, onChanged }: UpcomingInterviewsProps) {
  const soon = useUpcomingInterviews().data?.filter((booking) => isSoon(booking, now)) ?? [];
  if (soon.length === 0) return null;
  return (
    <section aria-labelledby="next-interview" className="mb-6">
      <h2 id="next-interview" className="mb-3 text-xl">
        Next interview
      </h2>
      <UpcomingInterviewTickets bookings={soon} timeZone={timeZone} onChanged={onChanged} />
    </section>
  );
}

/** The upcoming interviews that do not begin soon. */
export function UpcomingInterviews({ timeZone, now, onChanged }: UpcomingInterviewsProps) {
  const upcoming = useUpcomingInterviews();
  return (
    <section aria-labelledby="upcoming-interviews" className="mt-9">
      <h2 id="upcoming-interviews" className="mb-3 text-xl">
        Upcoming interviews
      </h2>
      <QueryContent
        query={upcoming}
        loadingLabel="Loading your upcoming interviews…"
        messages={calendarMessages.load}
      >
        {(bookings) => {
          const later = bookings.filter((booking) => !isSoon(booking, now));
          if (later.length > 0)
            return <UpcomingInterviewTickets bookings={later} timeZone={timeZone} onChanged={onChanged} />;
          return bookings.length === 0 ? (
            <Card padded={false}>
              <EmptyState
                title="Nobody has booked you yet"
                detail="As soon as somebody books one of your slots, the interview appears here with its meeting link."
              />
            </Card>
          ) : (
            <p className="text-ink-2">No other interview is booked.</p>
          );
        }}
      </QueryContent>
    </section>
  );
}

type TicketListProps = Omit<UpcomingInterviewsProps, "now">;

function UpcomingInterviewTickets({
  bookings,
  ...rest
}: TicketListProps & { bookings: readonly InterviewerBooking[] }) {
  return (
    <ul className="grid gap-3">
      {bookings.map((booking) => (
        <li key={booking._id}>
          <UpcomingInterviewTicket booking={booking} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function UpcomingInterviewTicket({
  booking,
  timeZone,
  onChanged,
}: TicketListProps & { booking: InterviewerBooking }) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  return (
    <BookingTicket
      startsAt={startsAt}
      timeZone={timeZone}
      title={`${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)} with ${name}`}
      detail={<BreakableAddress>{booking.userId.email}</BreakableAddress>}
      status={<BookingStatusPill {...booking} />}
      action={
        <>
          {booking.allowedActions.includes("view-resume") && (
            <ViewResumeButton userId={booking.userId._id} name={name} goal={booking.goal} size="sm" />
          )}
          <JoinMeeting booking={booking} size="sm" />
        </>
      }
    >
      <OutcomeNote booking={booking} timeZone={timeZone} />
      <ProposedMoveNote booking={booking} />
      {booking.goal && <GoalList goal={booking.goal} className="border-t border-line pt-3 text-sm" />}
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onChanged} />
    </BookingTicket>
  );
}
