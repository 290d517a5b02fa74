import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
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

interface UpcomingInterviewsProps {
  timeZone: string;
  /** Called with the result of an action on an interview, which may no longer be in this list. */
  onChanged: (notice: Notice) => void;
}

export function UpcomingInterviews(props: UpcomingInterviewsProps) {
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
        {(bookings) =>
          bookings.length > 0 ? (
            <ul className="grid gap-3">
              {bookings.map((booking) => (
                <li key={booking._id}>
                  <UpcomingInterviewTicket booking={booking} {...props} />
                </li>
              ))}
            </ul>
          ) : (
            <Card padded={false}>
              <EmptyState
                title="Nobody has booked you yet"
                detail="As soon as somebody books one of your slots, the interview appears here with its meeting link."
              />
            </Card>
          )
        }
      </QueryContent>
    </section>
  );
}

function UpcomingInterviewTicket({
  booking,
  timeZone,
  onChanged,
}: UpcomingInterviewsProps & { booking: InterviewerBooking }) {
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
