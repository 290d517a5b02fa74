import { listEarnings } from "@greenroom/contract/money/earnings.ts";
import { type InterviewerBooking, listInterviewerHistory } from "@greenroom/contract/schedule/bookings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queryKeyFor } from "../../../api/query-client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { useNavigationMessage } from "../../../app/use-navigation-message.ts";
import { formatDay } from "../../../format/format-day.ts";
import { fullName } from "../../../format/full-name.ts";
import { WriteFeedbackModal } from "../../../review/feedback/report/write-feedback-modal.tsx";
import { UploadFeedbackModal } from "../../../review/feedback/upload/upload-modal.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { CurrentInterviews } from "../history/current-interviews.tsx";
import { HistoryList } from "../history/history-list.tsx";
import { InterviewActions } from "../lifecycle/interview-actions.tsx";

export const meta = () => pageMeta("Interview History");

export default function HistoryPage() {
  const timeZone = useTimeZone();
  const client = useQueryClient();
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

  async function refresh() {
    const affectedEndpoints = [listInterviewerHistory, listEarnings];
    await Promise.all(
      affectedEndpoints.map((endpoint) => client.invalidateQueries({ queryKey: queryKeyFor(endpoint) })),
    );
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
      <HistoryList
        timeZone={timeZone}
        onUploadFeedback={startUpload}
        onWriteFeedback={startReport}
        onDone={setNotice}
      />
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
  );
}

function bookingTitle({ userId, startTime }: InterviewerBooking, timeZone: string): string {
  return `${fullName(userId)}, ${formatDay(new Date(startTime), timeZone)}`;
}
