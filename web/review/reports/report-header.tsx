import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { downloadReport } from "@greenroom/contract/review/reports.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import { ChevronLeft, Download } from "lucide-react";
import { Link } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { download } from "../../api/files.ts";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { RecordLink } from "../../room/record/record-text.tsx";
import { goalHeadline } from "../../schedule/goals/goal-list.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { FeedbackFileButton, FeedbackFileStatus, useOpenFeedbackFile } from "../feedback/feedback-file.tsx";
import { reportMessages } from "./report-answers.tsx";

interface ReportHeaderProps {
  /** Undefined while the list of interviews is not loaded. */
  booking: Booking | undefined;
  bookingId: string;
  timeZone: string;
  withDownload?: boolean;
}

/** Names the interview of this page, with links to its record, the mentor's PDF and the report's. */
export function ReportHeader({ booking, bookingId, timeZone, withDownload = false }: ReportHeaderProps) {
  const name = booking === undefined ? "" : fullName(booking.interviewerId);
  const feedbackFile = useOpenFeedbackFile();
  return (
    <PageHeader
      eyebrow={
        <Link to={paths.mySessions} className="inline-flex min-h-6 items-center gap-1 hover:text-ink">
          <ChevronLeft aria-hidden="true" className="size-4" />
          My Sessions
        </Link>
      }
      title={booking === undefined ? "Your interview report" : `Your interview with ${name}`}
      detail={booking && <When booking={booking} timeZone={timeZone} />}
      aside={
        withDownload && (
          <div className="grid gap-2.5 print:hidden">
            <div className="flex flex-wrap gap-2.5">
              <RecordLink bookingId={bookingId} viewer="interviewee" withName={name} />
              {booking?.feedbackFileUrl && (
                <FeedbackFileButton file={feedbackFile} bookingId={bookingId} interviewer={name} />
              )}
              <DownloadReport bookingId={bookingId} />
            </div>
            {booking?.feedbackFileUrl && (
              <p className="max-w-prose text-sm text-ink-2">
                The feedback is the PDF from {name}. The full report is this page as a PDF, without the record
                itself and the charts of your progress.
              </p>
            )}
            <FeedbackFileStatus file={feedbackFile} />
          </div>
        )
      }
    />
  );
}

function When({ booking, timeZone }: { booking: Booking; timeZone: string }) {
  const startsAt = new Date(booking.startTime);
  const goal = booking.goal === null ? "" : goalHeadline(booking.goal);
  return (
    <>
      {formatLongDay(startsAt, timeZone)}, {formatTimeRange(startsAt, new Date(booking.endTime), timeZone)}.
      {` Times in ${timeZoneLabel(timeZone, startsAt)}.`}
      {goal !== "" && <span> Your goal: {goal}.</span>}
    </>
  );
}

export function DownloadReport({ bookingId }: { bookingId: string }) {
  const pdf = useMutation({
    mutationFn: () => download(downloadReport, null, { bookingId }),
  });
  return (
    <>
      <Button size="sm" pending={pdf.isPending} pendingLabel="Making the PDF…" onClick={() => pdf.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        Download Full Report
      </Button>
      <StatusMessage message={pdf.error && errorMessage(pdf.error, reportMessages.pdf)} tone="bad" />
    </>
  );
}
