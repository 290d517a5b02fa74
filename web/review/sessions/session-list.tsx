import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { reportSummary } from "@greenroom/contract/review/report-labels.ts";
import { type Booking, bookingStatuses } from "@greenroom/contract/schedule/bookings.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { FileCheck2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { LoadMore } from "../../app/query-content.tsx";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { RecordLink } from "../../room/record/record-text.tsx";
import { BookingActions } from "../../schedule/bookings/booking-actions.tsx";
import { isFiltering, useBookingFilter } from "../../schedule/bookings/booking-filter.ts";
import {
  BookingStatusPill,
  LoadFailure,
  OutcomeNote,
  ProposedMoveNote,
} from "../../schedule/bookings/booking-status.tsx";
import { bookingMessages, isFailedQuery, useAllBookings } from "../../schedule/bookings/queries.ts";
import { BookingGoal } from "../../schedule/goals/goal-dialog.tsx";
import { JoinMeeting } from "../../schedule/join-meeting.tsx";
import { FavoriteButton } from "../../schedule/mentors/favorites.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { BookingTicket, EmptyState } from "../../ui/content.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { LoadingLines } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import {
  FeedbackDueNote,
  FeedbackFileButton,
  FeedbackFileStatus,
  useOpenFeedbackFile,
} from "../feedback/feedback-file.tsx";
import { BookingFilters, fewBookings, IntervieweeRating, NoMatch } from "./booking-filters.tsx";

const ratingFormPart = {
  name: "The form",
  load: () => import("../rating-form.tsx").then(({ RatingForm }) => RatingForm),
  lines: 4,
};

interface SessionListProps {
  /** A rating is sent, or another action on a session is done. */
  onAnswered?: () => void;
}

/** All bookings of the user, which screens call sessions, newest first, with filters. */
export function SessionList({ onAnswered }: SessionListProps) {
  const timeZone = useTimeZone();
  const { filter, query, setFilter } = useBookingFilter(timeZone);
  const bookings = useAllBookings(query);
  const sessions = bookings.data?.pages.flatMap(({ output }) => output);
  // Until the new filter's bookings are loaded, an empty list does not mean that there are none.
  const isFiltered = isFiltering(filter) || bookings.isPlaceholderData;
  return (
    <>
      {(isFiltered || (sessions !== undefined && sessions.length > fewBookings)) && (
        <BookingFilters
          filter={filter}
          searchLabel="Search by interviewer"
          statuses={bookingStatuses}
          onChange={setFilter}
        />
      )}
      {/* If the next page failed to load, the end of the list shows the error. */}
      {!bookings.isFetchNextPageError && (
        <LoadFailure queries={[bookings]} message={bookingMessages.sessionsLoading} />
      )}
      {sessions === undefined && !isFailedQuery(bookings) && (
        <LoadingLines label="Loading your sessions…" lines={6} />
      )}
      {sessions !== undefined && sessions.length > 0 && (
        <Sessions sessions={sessions} timeZone={timeZone} onAnswered={onAnswered} />
      )}
      {sessions?.length === 0 && (isFiltered ? <NoMatch itemsLabel="sessions" /> : <NoSessions />)}
      <LoadMore query={bookings} noun="sessions" />
    </>
  );
}

/** In the URL: whose rating form is open, so that it is open again after a reload or a sign-in. */
const ratingFormParameter = "feedback";

interface SessionsProps {
  sessions: readonly Booking[];
  timeZone: string;
  onAnswered: (() => void) | undefined;
}

function Sessions({ sessions, timeZone, onAnswered }: SessionsProps) {
  const [address, setAddress] = useSearchParams();
  function setFormOpen(bookingId: string, isOpen: boolean) {
    setAddress(
      (current) => {
        const changed = new URLSearchParams(current);
        if (isOpen) changed.set(ratingFormParameter, bookingId);
        else changed.delete(ratingFormParameter);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return (
    <section aria-label="All sessions">
      <h2 className="sr-only">All sessions</h2>
      <ul className="grid gap-3">
        {sessions.map((booking) => (
          <li key={booking._id}>
            <BookingListItem
              booking={booking}
              timeZone={timeZone}
              isRatingFormOpen={address.get(ratingFormParameter) === booking._id}
              onRatingFormToggle={(isOpen) => setFormOpen(booking._id, isOpen)}
              onAnswered={onAnswered}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoSessions() {
  return (
    <Card padded={false}>
      <EmptyState
        headingLevel={2}
        title="No sessions yet"
        detail="Book your first interview: it appears here with its meeting link, and later with its feedback."
        action={
          <Link to={paths.booking} className={buttonClass()}>
            Book your first interview
          </Link>
        }
      />
    </Card>
  );
}

interface BookingListItemProps {
  booking: Booking;
  timeZone: string;
  isRatingFormOpen: boolean;
  onRatingFormToggle: (writing: boolean) => void;
  onAnswered?: (() => void) | undefined;
}

/** One session of the user: the time, the other person, and its actions and files. */
export function BookingListItem({
  booking,
  timeZone,
  isRatingFormOpen,
  onRatingFormToggle,
  onAnswered,
}: BookingListItemProps) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const feedbackFile = useOpenFeedbackFile();
  const openerRef = useRef<HTMLButtonElement>(null);
  const ratingRef = useRef<HTMLElement>(null);
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.interviewerId);
  const canRate = booking.feedback === null && booking.allowedActions.includes("give-feedback");
  const formId = `feedback-form-${booking._id}`;
  function finish(done: Notice) {
    setNotice(done);
    onAnswered?.();
  }

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
          {booking.allowedActions.includes("join") && <JoinMeeting booking={booking} size="sm" />}
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
      <OutcomeNote booking={booking} timeZone={timeZone} />
      <ProposedMoveNote booking={booking} />
      {canRate && isRatingFormOpen && (
        <LazyPart source={ratingFormPart}>
          {(RatingForm) => (
            <RatingForm
              id={formId}
              booking={booking}
              onCancel={() => onRatingFormToggle(false)}
              onDone={(done) => {
                finish(done);
                onRatingFormToggle(false);
              }}
            />
          )}
        </LazyPart>
      )}
      <FeedbackDueNote booking={booking} timeZone={timeZone} />
      {booking.aiFeedback && (
        <ReportLink report={booking.aiFeedback} bookingId={booking._id} withName={name} />
      )}
      {booking.feedback && (
        <figure ref={ratingRef} tabIndex={-1} aria-label="Your feedback">
          <IntervieweeRating feedback={booking.feedback} isOwn />
        </figure>
      )}
      {booking.status !== "pending" && booking.status !== "cancelled" && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <RecordLink bookingId={booking._id} viewer="interviewee" withName={name} />
          {booking.status === "completed" && (
            <>
              <Link to={paths.bookingWith(booking.interviewerId._id)} className="link">
                Book {booking.interviewerId.firstName} again
              </Link>
              <FavoriteButton
                mentor={booking.interviewerId._id}
                firstName={booking.interviewerId.firstName}
              />
            </>
          )}
        </div>
      )}
      <BookingGoal booking={booking} onDone={setNotice} />
      <BookingActions booking={booking} timeZone={timeZone} onDone={finish} />
      <FeedbackFileStatus file={feedbackFile} />
      <NoticeMessage notice={notice} />
    </BookingTicket>
  );
}

interface ReportLinkProps {
  report: AiFeedback;
  bookingId: string;
  withName: string;
}

/** A link from a list of interviews to the report of one, with a summary of what it holds. */
function ReportLink({ report, bookingId, withName }: ReportLinkProps) {
  return (
    <p className="flex items-start gap-3 rounded-sm border border-green-line bg-green-tint px-4 py-2.5">
      <FileCheck2 aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-green" />
      <span>
        <Link to={paths.report(bookingId)} className="link font-semibold">
          {report.measured.mentorScores.length > 0 ? "Feedback and report" : "Report"}
          <span className="sr-only"> on the interview with {withName}</span>
        </Link>
        <span className="block text-sm text-ink-2">{reportSummary(report, withName)}</span>
      </span>
    </p>
  );
}
