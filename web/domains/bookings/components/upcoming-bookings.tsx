import type { Booking } from "@greenroom/contract/bookings.ts";
import { feedbackMinutes, interviewMinutes } from "@greenroom/contract/time.ts";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { CallSheet } from "../../../ui/call-sheet.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { BookingActions } from "../course/booking-actions.tsx";
import { OutcomeNote } from "../course/outcome-note.tsx";
import { ticketId } from "../ticket-id.ts";
import { BookingStatusPill } from "./booking-status-pill.tsx";
import { JoinMeeting } from "./join-meeting.tsx";

interface UpcomingBookingsProps {
  /** Undefined while they are not known: then it is not said that there are none. */
  bookings: readonly Booking[] | undefined;
  timeZone: string;
  /** What became of a ticket; kept by the page, which may change its state by the same deed. */
  news: string | null;
  onNews: (news: string | null) => void;
}

export function UpcomingBookings({ bookings, timeZone, news, onNews }: UpcomingBookingsProps) {
  const newsPlace = useRef<HTMLDivElement>(null);

  const known = useRef(bookings?.length);
  useEffect(() => {
    // A new ticket: what was said of an earlier one would read as if it were about this.
    if (known.current !== undefined && (bookings?.length ?? 0) > known.current) onNews(null);
    known.current = bookings?.length;
  }, [bookings?.length, onNews]);

  useEffect(() => {
    // The ticket whose button was pressed may be gone, so the focus goes to what became of it.
    if (news !== null) newsPlace.current?.focus();
  }, [news]);

  return (
    <section aria-labelledby="upcoming-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="upcoming-title" className="text-xl">
          Your Upcoming Bookings
        </h2>
        <Link to={paths.pricing} reloadDocument className={buttonClass({ look: "quiet", size: "sm" })}>
          Buy More Plans
        </Link>
      </div>
      <div ref={newsPlace} tabIndex={-1} className="outline-none">
        <StatusMessage message={news} className="mb-3" />
      </div>
      {bookings ? (
        <Tickets
          bookings={bookings.filter(({ status }) => status === "pending")}
          timeZone={timeZone}
          onDone={onNews}
        />
      ) : (
        <Skeleton className="h-24 !rounded-md" />
      )}
    </section>
  );
}

interface TicketsProps {
  bookings: readonly Booking[];
  timeZone: string;
  onDone: (message: string) => void;
}

function Tickets({ bookings, timeZone, onDone }: TicketsProps) {
  if (bookings.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState
          title="Nothing booked yet"
          detail="Choose a slot above. Your ticket and the way into the room appear here."
        />
      </Card>
    );
  }
  const soonestFirst = [...bookings].sort((a, b) => a.startTime.localeCompare(b.startTime));
  return (
    <ul className="grid gap-3">
      {soonestFirst.map((booking) => (
        <li key={booking._id} id={ticketId(booking._id)} tabIndex={-1} className="rounded-md">
          <Ticket booking={booking} timeZone={timeZone} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}

type TicketProps = Omit<TicketsProps, "bookings"> & { booking: Booking };

function Ticket({ booking, timeZone, onDone }: TicketProps) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.interviewerId);
  return (
    <CallSheet
      startsAt={startsAt}
      timeZone={timeZone}
      title={`${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)} with ${name}`}
      detail={`${interviewMinutes} minutes interview, ${feedbackMinutes} minutes feedback`}
      status={<BookingStatusPill status={booking.status} />}
      action={
        <JoinMeeting
          bookingId={booking._id}
          startTime={booking.startTime}
          zoomLink={booking.zoomLink}
          withName={name}
          size="sm"
        />
      }
    >
      <OutcomeNote booking={booking} viewer="interviewee" otherName={name} timeZone={timeZone} />
      <BookingActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </CallSheet>
  );
}
