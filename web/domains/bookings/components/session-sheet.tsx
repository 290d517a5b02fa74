import type { Booking } from "@greenroom/contract/bookings.ts";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CallSheet } from "../../../ui/call-sheet.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatLongDay } from "../../../ui/time/format-day.ts";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { AiReport } from "../../feedback/components/ai-report.tsx";
import { FeedbackFileButton, FeedbackFileNews } from "../../feedback/components/feedback-file-button.tsx";
import { GiveFeedbackForm } from "../../feedback/components/give-feedback-form.tsx";
import { MentorFeedbackNote } from "../../feedback/components/mentor-feedback-note.tsx";
import { useOpenFeedbackFile } from "../../feedback/upload/use-open-feedback-file.ts";
import { RecordLink } from "../../meetings/record/record-link.tsx";
import { BookingActions } from "../course/booking-actions.tsx";
import { OutcomeNote } from "../course/outcome-note.tsx";
import { IntervieweeFeedback } from "../history/interviewee-feedback.tsx";
import { BookingStatusPill } from "./booking-status-pill.tsx";
import { JoinMeeting } from "./join-meeting.tsx";

interface SessionSheetProps {
  booking: Booking;
  timeZone: string;
  /** Whether its feedback form is open. */
  writing: boolean;
  onWrite: (writing: boolean) => void;
}

/** One session of mine: when, with whom, and what there is to do or to read. */
export function SessionSheet({ booking, timeZone, writing, onWrite }: SessionSheetProps) {
  const [news, setNews] = useState<string | null>(null);
  const file = useOpenFeedbackFile();
  const opener = useRef<HTMLButtonElement>(null);
  const given = useRef<HTMLElement>(null);
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.interviewerId);
  const mayGive = booking.feedback === null && booking.allowedActions.includes("give-feedback");
  const formId = `feedback-form-${booking._id}`;

  // The form that had the focus is gone: it goes on to what stands in its place.
  const wasWriting = useRef(writing);
  useEffect(() => {
    if (wasWriting.current && !writing) (given.current ?? opener.current)?.focus();
    wasWriting.current = writing;
  }, [writing]);

  return (
    <CallSheet
      startsAt={startsAt}
      timeZone={timeZone}
      past={booking.status !== "pending"}
      title={`Interview with ${name}`}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={<BookingStatusPill status={booking.status} />}
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
            <FeedbackFileButton file={file} bookingId={booking._id} interviewer={name} />
          )}
          {mayGive && (
            <Button
              ref={opener}
              look={writing ? "quiet" : "primary"}
              size="sm"
              aria-expanded={writing}
              aria-controls={writing ? formId : undefined}
              onClick={() => onWrite(!writing)}
            >
              <span>
                Give Feedback<span className="sr-only"> on the session with {name}</span>
              </span>
            </Button>
          )}
        </>
      }
    >
      <OutcomeNote booking={booking} viewer="interviewee" otherName={name} timeZone={timeZone} />
      {mayGive && writing && (
        <GiveFeedbackForm
          id={formId}
          booking={booking}
          onCancel={() => onWrite(false)}
          onDone={(message) => {
            setNews(message);
            onWrite(false);
          }}
        />
      )}
      <MentorFeedbackNote booking={booking} timeZone={timeZone} />
      {booking.aiFeedback && <AiReport report={booking.aiFeedback} withName={name} />}
      {booking.feedback && (
        <figure ref={given} tabIndex={-1} aria-label="Your feedback">
          <IntervieweeFeedback feedback={booking.feedback} />
        </figure>
      )}
      {booking.status !== "pending" && booking.status !== "cancelled" && (
        <p>
          <RecordLink bookingId={booking._id} viewer="interviewee" withName={name} />
        </p>
      )}
      <BookingActions booking={booking} timeZone={timeZone} onDone={setNews} />
      <FeedbackFileNews file={file} />
      <StatusMessage message={news} />
    </CallSheet>
  );
}
