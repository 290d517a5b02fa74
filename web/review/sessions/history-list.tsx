import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { bookingStatuses, type InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { type ReactNode, useId, useState } from "react";
import { networkMessages } from "../../api/client.ts";
import { LoadMore, QueryContent } from "../../app/query-content.tsx";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { RecordLink } from "../../room/record/record-text.tsx";
import { isFiltering, useBookingFilter } from "../../schedule/bookings/booking-filter.ts";
import { BookingStatusPill, OutcomeNote } from "../../schedule/bookings/booking-status.tsx";
import { InterviewActions } from "../../schedule/bookings/interview-actions.tsx";
import { useInterviewHistory } from "../../schedule/bookings/queries.ts";
import { ViewResumeButton } from "../../schedule/candidate-resume.tsx";
import { useHasDraft } from "../../session/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { BookingTicket, EmptyState, Pill } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { Card } from "../../ui/panels.tsx";
import type { Notice } from "../../ui/status.tsx";
import { FeedbackDueNote, FeedbackFileLink } from "../feedback/feedback-file.tsx";
import { feedbackDraftName } from "../feedback/feedback-form.ts";
import { BookingFilters, fewBookings, IntervieweeRating, NoMatch } from "./booking-filters.tsx";

const messages = {
  failed: "Failed to load your interviews.",
  network: networkMessages.unavailable,
};

interface HistoryListProps {
  timeZone: string;
  onUploadFeedback: (booking: InterviewerBooking) => void;
  onWriteFeedback: (booking: InterviewerBooking) => void;
  /** Called with the result of a report or another change. */
  onDone: (notice: Notice) => void;
}

const overStatuses = bookingStatuses.filter((status) => status !== "pending");

/** Past interviews: completed ones and, separately, those that did not take place. */
export function HistoryList(props: HistoryListProps) {
  const { filter, query, setFilter } = useBookingFilter(props.timeZone);
  const history = useInterviewHistory(query);
  // Until the new filter's bookings are loaded, an empty list does not mean that there are none.
  const isFiltered = isFiltering(filter) || history.isPlaceholderData;
  const count = history.data?.pages[0]?.output.length ?? 0;
  return (
    <>
      {(isFiltered || count > fewBookings) && (
        <BookingFilters
          filter={filter}
          searchLabel="Search by interviewee"
          statuses={overStatuses}
          onChange={setFilter}
        />
      )}
      <QueryContent query={history} loadingLabel="Loading your interviews…" messages={messages}>
        {({ pages }) => {
          const bookings = pages.flatMap(({ output }) => output);
          const completed = bookings.filter(({ status }) => status === "completed");
          const missed = bookings.filter(({ status }) => status !== "completed");
          if (isFiltered && bookings.length === 0) return <NoMatch itemsLabel="interviews" />;
          return (
            <>
              {(!isFiltered || completed.length > 0) && (
                <HistoryGroup
                  title="Completed interviews"
                  {...props}
                  bookings={completed}
                  fallback={<NoHistory />}
                />
              )}
              {missed.length > 0 && <HistoryGroup title="Did not take place" {...props} bookings={missed} />}
              <LoadMore query={history} noun="interviews" />
            </>
          );
        }}
      </QueryContent>
    </>
  );
}

interface HistoryGroupProps extends HistoryListProps {
  title: string;
  bookings: readonly InterviewerBooking[];
  /** Shown instead of an empty list. */
  fallback?: ReactNode;
}

function HistoryGroup({
  title,
  bookings,
  fallback,
  timeZone,
  onUploadFeedback,
  onWriteFeedback,
  onDone,
}: HistoryGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {bookings.length === 0 ? (
        fallback
      ) : (
        <ul className="grid gap-3">
          {bookings.map((booking) => (
            <li key={booking._id}>
              <HistoryItem
                booking={booking}
                timeZone={timeZone}
                onUploadFeedback={() => onUploadFeedback(booking)}
                onWriteFeedback={() => onWriteFeedback(booking)}
                onDone={onDone}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoHistory() {
  return (
    <Card padded={false}>
      <EmptyState
        title="No completed interviews yet"
        detail="An interview appears here when it has ended. You earn when you send your feedback."
      />
    </Card>
  );
}

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
      <FeedbackDueNote booking={booking} isOwn timeZone={timeZone} />
      {booking.allowedActions.includes("upload-feedback") && (
        <p className="text-sm text-ink-2">Write it here, or upload your own PDF.</p>
      )}
      <OutcomeNote booking={booking} timeZone={timeZone} />
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
          <ReportButton bookingId={booking._id} interviewee={booking.userId} />
        )}
      </div>
    </BookingTicket>
  );
}

const reportPart = {
  name: "The report",
  load: () => import("../reports/interviewer-report.tsx").then(({ InterviewerReport }) => InterviewerReport),
  lines: 8,
};

interface ReportButtonProps {
  bookingId: string;
  interviewee: { firstName: string; lastName: string };
}

/** Opens the interviewee's report, after the interviewer has delivered feedback. */
export function ReportButton({ bookingId, interviewee }: ReportButtonProps) {
  const { firstName } = interviewee;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        <span>
          Interview report<span className="sr-only"> for {fullName(interviewee)}</span>
        </span>
      </Button>
      <Modal
        open={isOpen}
        width="wide"
        title="Interview report"
        description={`This is what ${firstName} sees.`}
        onClose={() => setOpen(false)}
      >
        <LazyPart source={reportPart}>
          {(InterviewerReport) => <InterviewerReport bookingId={bookingId} firstName={firstName} />}
        </LazyPart>
      </Modal>
    </>
  );
}
