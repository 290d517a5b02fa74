import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { formatLongDay } from "../../../format/format-day.ts";
import { formatTimeRange } from "../../../format/format-time.ts";
import { fullName } from "../../../format/full-name.ts";
import { ViewResumeButton } from "../../../people/resumes/candidate/view-resume-button.tsx";
import { OwnFeedbackNote } from "../../../review/feedback/components/mentor-feedback-note.tsx";
import { feedbackDraftName } from "../../../review/feedback/report/answers.ts";
import { InterviewerReport } from "../../../review/feedback/report/interviewer-report.tsx";
import { FeedbackFileLink } from "../../../review/feedback/upload/feedback-file-link.tsx";
import { RecordLink } from "../../../room/record/record-link.tsx";
import { useHasDraft } from "../../../session/drafts/form-draft.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { BookingTicket } from "../../../ui/display/booking-ticket.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { BookingStatusPill } from "../booking-status-pill.tsx";
import { InterviewActions } from "../lifecycle/interview-actions.tsx";
import { OutcomeNote } from "../lifecycle/outcome-note.tsx";
import { IntervieweeRating } from "./interviewee-rating.tsx";

interface HistoryItemProps {
  booking: InterviewerBooking;
  timeZone: string;
  onUploadFeedback: () => void;
  /** Opens the form from which the PDF is generated. */
  onWriteFeedback: () => void;
  onDone: (notice: Notice) => void;
}

/** One past interview: its rating and the interviewer's feedback, or why it did not take place. */
export function HistoryItem({
  booking,
  timeZone,
  onUploadFeedback,
  onWriteFeedback,
  onDone,
}: HistoryItemProps) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  const hasFile = booking.feedbackFileUrl !== null;
  const isCompleted = booking.status === "completed";
  const hasDraft = useHasDraft(feedbackDraftName(booking._id));
  return (
    <BookingTicket
      past
      startsAt={startsAt}
      timeZone={timeZone}
      title={name}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={
        !isCompleted ? (
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
            <Button size="sm" onClick={onWriteFeedback}>
              <span>
                {hasDraft ? "Continue feedback" : "Write Feedback"}
                <span className="sr-only"> for {name}</span>
              </span>
            </Button>
            <Button variant="quiet" size="sm" onClick={onUploadFeedback}>
              <span>
                Upload Feedback PDF<span className="sr-only"> for {name}</span>
              </span>
            </Button>
          </>
        )
      }
    >
      <OwnFeedbackNote booking={booking} timeZone={timeZone} />
      {booking.allowedActions.includes("upload-feedback") && (
        <p className="text-sm text-ink-2">
          Write it here, and we make the PDF and show your scores and notes in the report. Or upload a PDF
          that you made yourself.
        </p>
      )}
      <OutcomeNote booking={booking} viewer="interviewer" otherName={name} timeZone={timeZone} />
      {(isCompleted || booking.intervieweeFeedback) && (
        <IntervieweeRating feedback={booking.intervieweeFeedback} />
      )}
      <div className="flex flex-wrap items-start gap-2.5">
        <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
        {booking.allowedActions.includes("view-resume") && (
          <ViewResumeButton userId={booking.userId._id} name={name} size="sm" />
        )}
        {booking.status !== "cancelled" && (
          <RecordLink bookingId={booking._id} viewer="interviewer" withName={name} />
        )}
        {hasFile && <FeedbackFileLink bookingId={booking._id} withName={name} />}
        {hasFile && isCompleted && booking.report !== "none" && (
          <InterviewerReport bookingId={booking._id} interviewee={booking.userId} />
        )}
      </div>
    </BookingTicket>
  );
}
