import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useEffect, useRef, useState } from "react";
import type { EndpointName } from "../../../api/endpoints.ts";
import { useReload } from "../../../api/query-client.tsx";
import { useNavigationMessage } from "../../../app/dashboard/dashboard-layout.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { formatDay, formatLongDay, formatTimeRange } from "../../../format/times.ts";
import { useUpcomingInterviews } from "../../../schedule/availability/queries.ts";
import { BookingStatusPill, OutcomeNote } from "../../../schedule/bookings/booking-status.tsx";
import { InterviewActions } from "../../../schedule/bookings/interview-actions.tsx";
import { JoinMeeting } from "../../../schedule/join-meeting.tsx";
import { OwnNumbersStrip } from "../../../schedule/mentors/own-numbers.tsx";
import { useTimeZone } from "../../../session/session.tsx";
import { BookingTicket, PageHeader, Pill } from "../../../ui/content.tsx";
import { LazyDialog } from "../../../ui/dialogs.tsx";
import { useLoadAhead } from "../../../ui/lazy-part.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status.tsx";
import { HistoryList } from "../history-list.tsx";

interface CurrentInterviewsProps {
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/**
 * Interviews in progress, which the interviewer can end here, and those that wait for an answer. After that they appear in
 * the list below.
 */
export function CurrentInterviews({ timeZone, onDone }: CurrentInterviewsProps) {
  const upcoming = useUpcomingInterviews();
  const bookings = upcoming.data ?? [];
  return (
    <>
      <Interviews
        title="On now"
        bookings={bookings.filter(({ allowedActions }) => allowedActions.includes("end-now"))}
        timeZone={timeZone}
        onDone={onDone}
      />
      <Interviews
        title="Waiting for an answer"
        bookings={bookings.filter(({ unclear }) => unclear?.outcome === null)}
        timeZone={timeZone}
        onDone={onDone}
      />
    </>
  );
}

interface InterviewsProps extends CurrentInterviewsProps {
  title: string;
  bookings: InterviewerBooking[];
}

function Interviews({ title, bookings, timeZone, onDone }: InterviewsProps) {
  if (bookings.length === 0) return null;
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="mb-3 text-xl">{title}</h2>
      <ul className="grid gap-3">
        {bookings.map((booking) => (
          <li key={booking._id}>
            <CurrentInterview booking={booking} timeZone={timeZone} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CurrentInterview({
  booking,
  timeZone,
  onDone,
}: CurrentInterviewsProps & { booking: InterviewerBooking }) {
  const startsAt = new Date(booking.startTime);
  const name = fullName(booking.userId);
  return (
    <BookingTicket
      startsAt={startsAt}
      timeZone={timeZone}
      title={name}
      detail={`${formatLongDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}`}
      status={
        booking.unclear !== null ? <BookingStatusPill {...booking} /> : <Pill status="live">On now</Pill>
      }
      action={booking.allowedActions.includes("join") && <JoinMeeting booking={booking} size="sm" />}
    >
      <OutcomeNote booking={booking} timeZone={timeZone} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </BookingTicket>
  );
}

export const meta = () => pageMeta("Interview History");

const feedbackPart = {
  name: "The form",
  load: () => import("../../feedback/write-feedback-modal.tsx"),
};
const lazyParts = [feedbackPart];

const affectedEndpoints: readonly EndpointName[] = [
  "GET /api/interviewer/history",
  "GET /api/interviewer/earnings",
];

export default function HistoryPage() {
  const timeZone = useTimeZone();
  const refresh = useReload(affectedEndpoints);
  useLoadAhead(lazyParts);
  const [uploading, setUploading] = useState<InterviewerBooking | null>(null);
  const [writing, setWriting] = useState<InterviewerBooking | null>(null);
  const arrival = useNavigationMessage();
  const [notice, setNotice] = useState<Notice | null>(
    arrival === null ? null : { message: arrival, tone: "good" },
  );
  const noticeRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that opened the dialog is gone after the upload, so the focus moves to the result.
    if (notice !== null) noticeRef.current?.focus();
  }, [notice]);

  function startUpload(booking: InterviewerBooking) {
    setNotice(null);
    setUploading(booking);
  }

  function startReport(booking: InterviewerBooking) {
    setNotice(null);
    setWriting(booking);
  }

  async function finishUpload(msg: string) {
    await refresh();
    setUploading(null);
    setWriting(null);
    setNotice({ message: msg, tone: "good" });
  }

  function finishNoShow(done: Notice) {
    setWriting(null);
    setNotice(done);
  }

  function stopUpload() {
    setUploading(null);
    setWriting(null);
    // A refusal may mean that the file was uploaded in another window.
    void refresh();
  }

  return (
    <>
      <PageHeader
        title="Interview History"
        detail="What your interviewees said, and the feedback you gave."
      />
      <div ref={noticeRef} tabIndex={-1} className="outline-none">
        <NoticeMessage notice={notice} className="mb-4" />
      </div>
      <CurrentInterviews timeZone={timeZone} onDone={setNotice} />
      <OwnNumbersStrip />
      <HistoryList
        timeZone={timeZone}
        onUploadFeedback={startUpload}
        onWriteFeedback={startReport}
        onDone={setNotice}
      />
      {(uploading ?? writing) !== null && (
        <LazyDialog source={feedbackPart} onClose={stopUpload}>
          {({ UploadFeedbackModal, WriteFeedbackModal }) => (
            <>
              {uploading && (
                <UploadFeedbackModal
                  booking={uploading}
                  about={bookingTitle(uploading, timeZone)}
                  onClose={stopUpload}
                  onUploaded={finishUpload}
                />
              )}
              {writing && (
                <WriteFeedbackModal
                  booking={writing}
                  about={bookingTitle(writing, timeZone)}
                  noShowAction={
                    writing.allowedActions.includes("report-no-show") ? (
                      <InterviewActions booking={writing} timeZone={timeZone} onDone={finishNoShow} />
                    ) : null
                  }
                  onClose={stopUpload}
                  onWritten={finishUpload}
                />
              )}
            </>
          )}
        </LazyDialog>
      )}
    </>
  );
}

function bookingTitle({ userId, startTime }: InterviewerBooking, timeZone: string): string {
  return `${fullName(userId)}, ${formatDay(new Date(startTime), timeZone)}`;
}
