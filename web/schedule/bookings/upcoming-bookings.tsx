import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { feedbackMinutes, interviewMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { BookingTicket, EmptyState } from "../../ui/content.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { BookingGoal } from "../goals/goal-dialog.tsx";
import { JoinMeeting } from "../join-meeting.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { BookingStatusPill, OutcomeNote, ProposedMoveNote } from "./booking-status.tsx";

interface UpcomingBookingsProps {
  /** Undefined while they are unknown, when the empty state must not be shown. */
  bookings: readonly Booking[] | undefined;
  timeZone: string;
  /**
   * The result of an action on a ticket. The page keeps it, because the same action may change the page's state.
   */
  notice: Notice | null;
  onNotice: (notice: Notice | null) => void;
}

export function UpcomingBookings({ bookings, timeZone, notice, onNotice }: UpcomingBookingsProps) {
  const messageRef = useRef<HTMLDivElement>(null);
  const pending = bookings
    ?.filter(({ status }) => status === "pending")
    .sort((a, b) => a.startTime.localeCompare(b.startTime));

  const knownCount = useRef(bookings?.length);
  useEffect(() => {
    // A new ticket appeared, and the message about an earlier one would seem to be about this one.
    if (knownCount.current !== undefined && (bookings?.length ?? 0) > knownCount.current) onNotice(null);
    knownCount.current = bookings?.length;
  }, [bookings?.length, onNotice]);

  useEffect(() => {
    // The ticket with the pressed button may be gone, so the focus moves to the result.
    if (notice !== null) messageRef.current?.focus();
  }, [notice]);

  return (
    <section aria-labelledby="upcoming-title" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="upcoming-title" className="text-xl">
          Your Upcoming Bookings
        </h2>
        <Link to={paths.pricing} reloadDocument className={buttonClass({ variant: "quiet", size: "sm" })}>
          Buy More Plans
        </Link>
      </div>
      <div ref={messageRef} tabIndex={-1} className="outline-none">
        <NoticeMessage notice={notice} className="mb-3" />
      </div>
      {pending === undefined ? (
        <Skeleton className="h-24 !rounded-md" />
      ) : pending.length === 0 ? (
        <Card padded={false}>
          <EmptyState
            title="No bookings yet"
            detail="Choose a slot above. Your booking and the link to the room appear here."
          />
        </Card>
      ) : (
        <ul className="grid gap-3">
          {pending.map((booking) => (
            <li key={booking._id} id={ticketId(booking._id)} tabIndex={-1} className="rounded-md">
              <UpcomingBookingTicket booking={booking} timeZone={timeZone} onDone={onNotice} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface UpcomingBookingTicketProps {
  booking: Booking;
  timeZone: string;
  onDone: (notice: Notice) => void;
}

function UpcomingBookingTicket({ booking, timeZone, onDone }: UpcomingBookingTicketProps) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.interviewerId);
  return (
    <BookingTicket
      startsAt={startsAt}
      timeZone={timeZone}
      title={`${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)} with ${name}`}
      detail={`${interviewMinutes}-minute interview, ${feedbackMinutes} minutes of feedback`}
      status={<BookingStatusPill {...booking} />}
      action={<JoinMeeting booking={booking} size="sm" />}
    >
      <OutcomeNote booking={booking} timeZone={timeZone} />
      <ProposedMoveNote booking={booking} />
      <BookingGoal booking={booking} onDone={onDone} />
      <BookingActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </BookingTicket>
  );
}

/** The id of a booking's element on the booking page, to which the calendar links. */
export function ticketId(bookingId: string): string {
  return `booking-${bookingId}`;
}
