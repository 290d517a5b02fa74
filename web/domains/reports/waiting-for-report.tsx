import type { Booking } from "@greenroom/contract/bookings.ts";
import { formatReportTime } from "@greenroom/contract/site/page-text.ts";
import { Link } from "react-router";
import { useSite } from "../../app/site-settings.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { Card } from "../../ui/display/card.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";

interface WaitingForReportProps {
  bookingId: string;
  status: Booking["status"];
}

/** Shown without a report: why there is none, and when it comes, if it does. */
export function WaitingForReport({ bookingId, status }: WaitingForReportProps) {
  const wait = formatReportTime(useSite().correctionMinutes);
  const { title, detail } = describeWait(status, wait);
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
                Open the session record
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

function describeWait(status: Booking["status"], wait: string): { title: string; detail: string } {
  if (status === "pending") {
    return {
      title: "No report yet",
      detail: `The report is made ${wait}. We'll email you when it is ready.`,
    };
  }
  if (status === "completed") {
    return {
      title: "Your report is being made",
      detail: `It is made ${wait}. We'll email you when it is ready, and this page updates automatically. If your words were transcribed, you can correct them in the session record until then.`,
    };
  }
  return {
    title: "No report",
    detail: "This interview did not take place, so there is nothing to report on.",
  };
}
