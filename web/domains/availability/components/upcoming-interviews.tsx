import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { addMinutes } from "@greenroom/contract/time.ts";
import { CallSheet } from "../../../ui/call-sheet.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { BookingStatusPill } from "../../bookings/components/booking-status-pill.tsx";
import { JoinMeeting } from "../../bookings/components/join-meeting.tsx";
import { InterviewActions } from "../../bookings/course/interview-actions.tsx";
import { OutcomeNote } from "../../bookings/course/outcome-note.tsx";
import { ViewResume } from "../../resumes/candidate/view-resume.tsx";
import { Loaded } from "../../site/components/loaded.tsx";
import { sentences, useUpcomingInterviews } from "../queries.ts";

/** An interview that begins within so many minutes, or is on, stands above the calendar: it is what a mentor opens the page for. */
const soonMinutes = 60;

function isSoon({ startTime }: InterviewerBooking, now: Date): boolean {
  return new Date(startTime) <= addMinutes(now, soonMinutes);
}

interface UpcomingInterviewsProps {
  timeZone: string;
  now: Date;
  /** Called with what became of an interview: it may be gone from here by then. */
  onChanged: (message: string) => void;
}

export function NextInterview({ timeZone, now, onChanged }: UpcomingInterviewsProps) {
  const soon = useUpcomingInterviews().data?.filter((booking) => isSoon(booking, now)) ?? [];
  if (soon.length === 0) return null;
  return (
    <section aria-labelledby="next-interview" className="mb-6">
      <h2 id="next-interview" className="mb-3 text-xl">
        Next interview
      </h2>
      <InterviewSheets bookings={soon} timeZone={timeZone} onChanged={onChanged} />
    </section>
  );
}

/** Those that are not about to begin. */
export function UpcomingInterviews({ timeZone, now, onChanged }: UpcomingInterviewsProps) {
  const upcoming = useUpcomingInterviews();
  return (
    <section aria-labelledby="upcoming-interviews" className="mt-9">
      <h2 id="upcoming-interviews" className="mb-3 text-xl">
        Upcoming interviews
      </h2>
      <Loaded query={upcoming} loadingLabel="Loading your upcoming interviews…" sentences={sentences.load}>
        {(bookings) => {
          const later = bookings.filter((booking) => !isSoon(booking, now));
          if (later.length > 0)
            return <InterviewSheets bookings={later} timeZone={timeZone} onChanged={onChanged} />;
          return bookings.length === 0 ? (
            <NobodyYet />
          ) : (
            <p className="text-ink-2">No other interview is booked.</p>
          );
        }}
      </Loaded>
    </section>
  );
}

type SheetProps = Omit<UpcomingInterviewsProps, "now">;

function InterviewSheets({ bookings, ...rest }: SheetProps & { bookings: readonly InterviewerBooking[] }) {
  return (
    <ul className="grid gap-3">
      {bookings.map((booking) => (
        <li key={booking._id}>
          <UpcomingInterview booking={booking} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function NobodyYet() {
  return (
    <Card padded={false}>
      <EmptyState
        title="Nobody has booked you yet"
        detail="As soon as somebody takes one of your slots, the interview stands here with its meeting link."
      />
    </Card>
  );
}

type UpcomingInterviewProps = SheetProps & { booking: InterviewerBooking };

function UpcomingInterview({ booking, timeZone, onChanged }: UpcomingInterviewProps) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  return (
    <CallSheet
      startsAt={startsAt}
      timeZone={timeZone}
      title={`${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)} with ${name}`}
      detail={<span className="break-all">{booking.userId.email}</span>}
      status={<BookingStatusPill status={booking.status} />}
      action={
        <>
          {booking.allowedActions.includes("view-resume") && (
            <ViewResume userId={booking.userId._id} name={name} size="sm" />
          )}
          <JoinMeeting
            bookingId={booking._id}
            startTime={booking.startTime}
            zoomLink={booking.zoomLink}
            withName={name}
            asHost
            size="sm"
          />
        </>
      }
    >
      <OutcomeNote booking={booking} viewer="interviewer" otherName={name} timeZone={timeZone} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onChanged} />
    </CallSheet>
  );
}
