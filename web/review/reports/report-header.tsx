import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { formatReportTime } from "@greenroom/contract/site/page-text.ts";
import { ChevronLeft, Printer } from "lucide-react";
import { Link } from "react-router";
import { useSite } from "../../app/page-data.ts";
import { formatLongDay, formatTimeRange } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { RecordLink } from "../../room/record/record-text.tsx";
import { goalHeadline } from "../../schedule/goals/goal-list.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { FeedbackFileButton, FeedbackFileStatus, useOpenFeedbackFile } from "../feedback/feedback-file.tsx";

interface ReportHeaderProps {
  /** Undefined while the list of interviews is not loaded. */
  booking: Booking | undefined;
  bookingId: string;
  timeZone: string;
  withActions?: boolean;
}

/** Names the interview of this page, with links to its record and the mentor's PDF. */
export function ReportHeader({ booking, bookingId, timeZone, withActions = false }: ReportHeaderProps) {
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
        withActions && (
          <div className="grid gap-2.5 print:hidden">
            <div className="flex flex-wrap gap-2.5">
              <RecordLink bookingId={bookingId} viewer="interviewee" withName={name} />
              {booking?.feedbackFileUrl && (
                <FeedbackFileButton file={feedbackFile} bookingId={bookingId} interviewer={name} />
              )}
              <Button size="sm" onClick={() => window.print()}>
                <Printer aria-hidden="true" className="size-4" />
                Print or save as PDF
              </Button>
            </div>
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

interface WaitingForReportProps {
  booking: Pick<Booking, "_id" | "status">;
}

/** Shown without a report: why there is none, and when it comes, if it does. */
export function WaitingForReport({ booking }: WaitingForReportProps) {
  const { _id: bookingId, status } = booking;
  const { title, detail } = describeWait(status, formatReportTime(useSite().correctionMinutes));
  return (
    <Card padded={false}>
      <EmptyState
        headingLevel={2}
        title={title}
        detail={detail}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {status === "completed" && (
              <Link to={paths.intervieweeRecord(bookingId)} className={buttonClass()}>
                Open the interview record
              </Link>
            )}
            <Link to={paths.mySessions} className={buttonClass({ variant: "quiet" })}>
              Back to My Sessions
            </Link>
          </div>
        }
      />
    </Card>
  );
}

interface Description {
  title: string;
  detail: string;
}

function describeWait(status: Booking["status"], wait: string): Description {
  if (status === "pending") {
    return {
      title: "No report yet",
      detail: `Ready ${wait}. We'll email you.`,
    };
  }
  if (status === "completed") {
    return {
      title: "Your report is being made",
      detail: `Ready ${wait}. We'll email you. Until then you can correct transcribed words in the interview record.`,
    };
  }
  return {
    title: "No report",
    detail: "This interview did not take place, so there is nothing to report on.",
  };
}
