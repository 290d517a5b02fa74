import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useEffect, useRef, useState } from "react";
import { formatLongDay } from "../../../format/format-day.ts";
import { formatTimeRange } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import {
  FeedbackFileButton,
  FeedbackFileStatus,
} from "../../../review/feedback/components/feedback-file-button.tsx";
import { MentorFeedbackNote } from "../../../review/feedback/components/mentor-feedback-note.tsx";
import { RatingForm } from "../../../review/feedback/components/rating-form.tsx";
import { useOpenFeedbackFile } from "../../../review/feedback/upload/use-open-feedback-file.ts";
import { ReportLink } from "../../../review/reports/report-link.tsx";
import { RecordLink } from "../../../room/record/record-link.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { BookingTicket } from "../../../ui/display/booking-ticket.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { JoinMeeting } from "../../meetings/join-meeting.tsx";
import { BookingGoal } from "../booking-page/booking-goal.tsx";
import { BookingStatusPill } from "../booking-status-pill.tsx";
import { BookingActions } from "../lifecycle/booking-actions.tsx";
import { OutcomeNote } from "../lifecycle/outcome-note.tsx";
import { ProposedMoveNote } from "../lifecycle/proposed-move-note.tsx";
import { IntervieweeRating } from "./interviewee-rating.tsx";

interface BookingListItemProps {
  booking: Booking;
  timeZone: string;
  /** Whether its feedback form is open. */
  isRatingFormOpen: boolean;
  onRatingFormToggle: (writing: boolean) => void;
  onRated?: (() => void) | undefined;
}

/** One session of the user: the time, the other person, and its actions and files. */
export function BookingListItem({
  booking,
  timeZone,
  isRatingFormOpen,
  onRatingFormToggle,
  onRated,
}: BookingListItemProps) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const feedbackFile = useOpenFeedbackFile();
  const openerRef = useRef<HTMLButtonElement>(null);
  const ratingRef = useRef<HTMLElement>(null);
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.interviewerId);
  const canRate = booking.feedback === null && booking.allowedActions.includes("give-feedback");
  const formId = `feedback-form-${booking._id}`;

  // The form that had the focus is gone, so the focus moves to what replaced it.
  const wasFormOpen = useRef(isRatingFormOpen);
  useEffect(() => {
    if (wasFormOpen.current && !isRatingFormOpen) (ratingRef.current ?? openerRef.current)?.focus();
    wasFormOpen.current = isRatingFormOpen;
  }, [isRatingFormOpen]);

  return (
    <BookingTicket
      startsAt={startsAt}
      timeZone={timeZone}
      past={booking.status !== "pending"}
      title={`Interview with ${name}`}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={<BookingStatusPill {...booking} />}
      action={
        <>
          {booking.allowedActions.includes("join") && (
            <JoinMeeting
              bookingId={booking._id}
              startTime={booking.startTime}
              zoomLink={booking.zoomLink}
              withName={name}
              size="sm"
            />
          )}
          {booking.feedbackFileUrl && (
            <FeedbackFileButton file={feedbackFile} bookingId={booking._id} interviewer={name} />
          )}
          {canRate && (
            <Button
              ref={openerRef}
              variant={isRatingFormOpen ? "quiet" : "primary"}
              size="sm"
              aria-expanded={isRatingFormOpen}
              aria-controls={isRatingFormOpen ? formId : undefined}
              onClick={() => onRatingFormToggle(!isRatingFormOpen)}
            >
              <span>
                Give Feedback<span className="sr-only"> on the interview with {name}</span>
              </span>
            </Button>
          )}
        </>
      }
    >
      <OutcomeNote booking={booking} viewer="interviewee" otherName={name} timeZone={timeZone} />
      <ProposedMoveNote booking={booking} viewer="interviewee" otherName={name} />
      {canRate && isRatingFormOpen && (
        <RatingForm
          id={formId}
          booking={booking}
          onCancel={() => onRatingFormToggle(false)}
          onDone={(done) => {
            setNotice(done);
            onRatingFormToggle(false);
            onRated?.();
          }}
        />
      )}
      <MentorFeedbackNote booking={booking} timeZone={timeZone} />
      {booking.aiFeedback && (
        <ReportLink report={booking.aiFeedback} bookingId={booking._id} withName={name} />
      )}
      {booking.feedback && (
        <figure ref={ratingRef} tabIndex={-1} aria-label="Your feedback">
          <IntervieweeRating feedback={booking.feedback} isOwn />
        </figure>
      )}
      {booking.status !== "pending" && booking.status !== "cancelled" && (
        <p>
          <RecordLink bookingId={booking._id} viewer="interviewee" withName={name} />
        </p>
      )}
      <BookingGoal booking={booking} withName={name} onDone={setNotice} />
      <BookingActions booking={booking} timeZone={timeZone} onDone={setNotice} />
      <FeedbackFileStatus file={feedbackFile} />
      <NoticeMessage notice={notice} />
    </BookingTicket>
  );
}
