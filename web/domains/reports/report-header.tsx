import type { Booking } from "@greenroom/contract/bookings.ts";
import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { formatLongDay } from "../../format/format-day.ts";
import { formatTimeRange } from "../../format/format-time.ts";
import { fullName } from "../../format/full-name.ts";
import { paths } from "../../paths.ts";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { goalHeadline } from "../goals/goal-labels.ts";
import { RecordLink } from "../interview-records/record-link.tsx";
import { DownloadReport } from "./download-report.tsx";

interface ReportHeaderProps {
  /** Undefined while the list of interviews is not loaded. */
  booking: Booking | undefined;
  bookingId: string;
  timeZone: string;
  withDownload?: boolean;
}

/** Names the interview of this page, with links to its record and to the PDF. */
export function ReportHeader({ booking, bookingId, timeZone, withDownload = false }: ReportHeaderProps) {
  const name = booking === undefined ? "" : fullName(booking.interviewerId);
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
          <div className="flex flex-wrap gap-2.5 print:hidden">
            <RecordLink bookingId={bookingId} viewer="interviewee" withName={name} />
            <DownloadReport bookingId={bookingId} />
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
      {goal !== "" && ` Your goal: ${goal}.`}
    </>
  );
}
