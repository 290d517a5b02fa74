import { type InterviewerBooking, listInterviewerHistory } from "@greenroom/contract/bookings.ts";
import { listEarnings } from "@greenroom/contract/earnings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { keyOf } from "../../../api/queries.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { formatDay } from "../../../ui/time/format-day.ts";
import { fullName } from "../../accounts/person-name.ts";
import { useArrivalMessage } from "../../accounts/use-arrival-message.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { ReportModal } from "../../feedback/report/report-modal.tsx";
import { UploadModal } from "../../feedback/upload/upload-modal.tsx";
import { uploaded } from "../../feedback/upload/use-feedback-upload.ts";
import { pageMeta } from "../../site/components/page-title.ts";
import { HistoryList } from "../history/history-list.tsx";
import { RunningInterviews } from "../history/running-interviews.tsx";

export const meta = () => pageMeta("Interview History");

export default function HistoryPage() {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const [uploading, setUploading] = useState<InterviewerBooking | null>(null);
  const [writing, setWriting] = useState<InterviewerBooking | null>(null);
  const [notice, setNotice] = useState(useArrivalMessage());
  const noticePlace = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that opened the window is gone with the upload, so the focus goes to what is said of it.
    if (notice !== null) noticePlace.current?.focus();
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
    const changed = [listInterviewerHistory, listEarnings];
    await Promise.all(changed.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
  }

  async function finishUpload() {
    await refresh();
    setUploading(null);
    setWriting(null);
    setNotice(uploaded);
  }

  function stopUpload() {
    setUploading(null);
    setWriting(null);
    // A refusal may mean that the file came from another window.
    void refresh();
  }

  return (
    <>
      <PageHeader
        title="Interview History"
        detail="What your interviewees said, and the feedback that they have from you."
      />
      <div ref={noticePlace} tabIndex={-1} className="outline-none">
        <StatusMessage message={notice} className="mb-4" />
      </div>
      <RunningInterviews timeZone={timeZone} onDone={setNotice} />
      <HistoryList timeZone={timeZone} onUpload={startUpload} onWrite={startReport} onDone={setNotice} />
      {uploading && (
        <UploadModal
          booking={uploading}
          about={sayWhose(uploading, timeZone)}
          onClose={stopUpload}
          onUploaded={finishUpload}
        />
      )}
      {writing && (
        <ReportModal
          booking={writing}
          about={sayWhose(writing, timeZone)}
          onClose={stopUpload}
          onWritten={finishUpload}
        />
      )}
    </>
  );
}

function sayWhose({ userId, startTime }: InterviewerBooking, timeZone: string): string {
  return `${fullName(userId)}, ${formatDay(new Date(startTime), timeZone)}`;
}
