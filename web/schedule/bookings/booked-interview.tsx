import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { feedbackMinutes, interviewMinutes } from "@greenroom/contract/kernel/time.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import type { SlotState } from "@greenroom/contract/schedule/holds.ts";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { InterviewerCard } from "../../people/interviewers/interviewer-card.tsx";
import { useTimeZone, useUser } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { DescriptionList, PageHeader } from "../../ui/content.tsx";
import { Card, Glow } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { BookingGoal } from "../goals/goal-dialog.tsx";
import { JoinMeeting } from "../join-meeting.tsx";
import { AddToCalendar } from "./add-to-calendar.tsx";
import { BookingLoading } from "./book-interview.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { LoadFailure } from "./booking-status.tsx";
import { bookingMessages, useOwnBooking } from "./queries.ts";

/** The interview that was just booked: when, with whom, and what to do until then. */
export function BookedInterview({ bookingId, slot }: { bookingId: string; slot: SlotState }) {
  const bookings = useOwnBooking(bookingId);
  const [notice, setNotice] = useState<Notice | null>(null);
  const booking = bookings.data?.[0];
  if (booking === undefined)
    return (
      <>
        <PageHeader title="Booked" />
        <LoadFailure queries={[bookings]} message={bookingMessages.loading} />
        {bookings.isPending && <BookingLoading />}
      </>
    );
  return (
    <>
      <PageHeader title={booking.status === "pending" ? "Booked" : "Your interview"} />
      <NoticeMessage notice={notice} className="mb-4" />
      <BookedDetails booking={booking} mentorTimeZone={slot.mentor?.timeZone ?? null} onDone={setNotice} />
    </>
  );
}

interface BookedDetailsProps {
  booking: Booking;
  mentorTimeZone: string | null;
  onDone: (notice: Notice) => void;
}

function BookedDetails({ booking, mentorTimeZone, onDone }: BookedDetailsProps) {
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const { resumeData, resumeFileUrl } = useUser();
  const [startsAt, endsAt] = [new Date(booking.startTime), new Date(booking.endTime)];
  const name = fullName(booking.interviewerId);
  const when = (zone: string) =>
    `${formatLongDay(startsAt, zone)}, ${formatTimeRange(startsAt, endsAt, zone)}, ${timeZoneLabel(zone, startsAt)}`;
  const isElsewhere = mentorTimeZone !== null && mentorTimeZone !== timeZone;
  const hasResume = Boolean(resumeFileUrl) || Boolean(resumeData);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card className="relative grid grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-hidden">
        <Glow className="-top-44 right-0 w-96" />
        <DescriptionList
          className="relative"
          items={[
            { term: "When", detail: when(timeZone) },
            ...(isElsewhere
              ? [{ term: `For ${booking.interviewerId.firstName}`, detail: when(mentorTimeZone) }]
              : []),
            { term: "With", detail: name },
            {
              term: "How long",
              detail: `45 minutes: ${interviewMinutes} interview, ${feedbackMinutes} feedback, 5 break`,
            },
          ]}
        />
        <InterviewerCard interviewer={booking.interviewerId} />
        {booking.status === "pending" && (
          <section aria-labelledby="calendar-title" className="relative">
            <h2 id="calendar-title" className="mb-2.5 font-text text-base font-semibold tracking-normal">
              Add to calendar
            </h2>
            <AddToCalendar booking={booking} />
          </section>
        )}
        <BookingActions
          booking={booking}
          timeZone={timeZone}
          // The slot in the address is no longer this interview's.
          onDone={({ message }) => navigate(paths.booking, { replace: true, state: { message } })}
        />
      </Card>
      <Card tone="tint" className="grid content-start gap-4">
        <h2 className="text-lg">Before the interview</h2>
        <BookingGoal booking={booking} onDone={onDone} />
        <p className="text-ink-2">
          {hasResume
            ? `${booking.interviewerId.firstName} reads your `
            : `Let ${booking.interviewerId.firstName} read your `}
          <Link to={paths.profile} className="link">
            resume
          </Link>
          {hasResume ? ". Check that it is up to date." : "."}
        </p>
        <p className="text-ink-2">
          Warm up with{" "}
          <Link to={paths.practice} className="link">
            free practice
          </Link>
          . Test camera and microphone in the room before it starts.
        </p>
        <JoinMeeting booking={booking} />
        <Link to={paths.booking} className={buttonClass({ variant: "ghost", size: "sm" })}>
          All bookings
        </Link>
      </Card>
    </div>
  );
}
