import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { Button } from "../../../ui/button.tsx";
import { CallSheet } from "../../../ui/call-sheet.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { formatLongDay } from "../../../ui/time/format-day.ts";
import { formatTimeRange } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { FeedbackFileLink } from "../../feedback/upload/feedback-file-link.tsx";
import { RecordLink } from "../../meetings/record/record-link.tsx";
import { ViewResume } from "../../resumes/candidate/view-resume.tsx";
import { BookingStatusPill } from "../components/booking-status-pill.tsx";
import { InterviewActions } from "../course/interview-actions.tsx";
import { OutcomeNote } from "../course/outcome-note.tsx";
import { IntervieweeFeedback } from "./interviewee-feedback.tsx";

interface HistoryItemProps {
  booking: InterviewerBooking;
  timeZone: string;
  onUpload: () => void;
  /** Opens the form that makes the PDF. */
  onWrite: () => void;
  onDone: (message: string) => void;
}

/** One interview that is over: what the interviewee said and what they have from me, or why it did not take place. */
export function HistoryItem({ booking, timeZone, onUpload, onWrite, onDone }: HistoryItemProps) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  const hasFile = booking.feedbackFileUrl !== null;
  const wasHeld = booking.status === "completed";
  return (
    <CallSheet
      past
      startsAt={startsAt}
      timeZone={timeZone}
      title={name}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={
        !wasHeld ? (
          <BookingStatusPill status={booking.status} />
        ) : hasFile ? (
          <Pill status="ready">Feedback File Uploaded</Pill>
        ) : (
          <Pill status="wait">Feedback Pending</Pill>
        )
      }
      action={
        booking.allowedActions.includes("upload-feedback") && (
          <>
            <Button size="sm" onClick={onWrite}>
              <span>
                Write Feedback<span className="sr-only"> for {name}</span>
              </span>
            </Button>
            <Button look="quiet" size="sm" onClick={onUpload}>
              <span>
                Upload Feedback PDF<span className="sr-only"> for {name}</span>
              </span>
            </Button>
          </>
        )
      }
    >
      <OutcomeNote booking={booking} viewer="interviewer" otherName={name} timeZone={timeZone} />
      {(wasHeld || booking.intervieweeFeedback) && (
        <IntervieweeFeedback feedback={booking.intervieweeFeedback} />
      )}
      <div className="flex flex-wrap items-start gap-2.5">
        <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
        {booking.allowedActions.includes("view-resume") && (
          <ViewResume userId={booking.userId._id} name={name} size="sm" />
        )}
        {booking.status !== "cancelled" && (
          <RecordLink bookingId={booking._id} viewer="interviewer" withName={name} />
        )}
        {hasFile && <FeedbackFileLink bookingId={booking._id} withName={name} />}
      </div>
    </CallSheet>
  );
}
