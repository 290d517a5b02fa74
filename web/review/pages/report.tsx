import { useParams } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { pageMeta } from "../../app/page-meta.ts";
import { useOwnBooking } from "../../schedule/bookings/queries.ts";
import { useTimeZone } from "../../session/session.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { isMissing, reportMessages, useReport } from "../reports/report-answers.tsx";
import { ReportHeader, WaitingForReport } from "../reports/report-header.tsx";
import { ReportView } from "../reports/report-view.tsx";

export const meta = () => pageMeta("Interview report");

export default function ReportPage() {
  const { bookingId = "" } = useParams();
  const timeZone = useTimeZone();
  const bookings = useOwnBooking(bookingId);
  const report = useReport("GET /api/user/reports/:bookingId", { bookingId });
  const booking = bookings.data?.[0];
  if (report.data) {
    return (
      <>
        <ReportHeader booking={booking} bookingId={bookingId} timeZone={timeZone} withActions />
        <ReportView view={report.data} booking={booking} timeZone={timeZone} />
      </>
    );
  }
  if (isMissing(report.error) && booking) {
    return (
      <>
        <ReportHeader booking={booking} bookingId={bookingId} timeZone={timeZone} />
        <WaitingForReport booking={booking} />
      </>
    );
  }
  const failure = report.error ?? bookings.error;
  // These tell whether a missing report belongs to one of the user's interviews.
  const isLoading = report.isPending || (isMissing(report.error) && bookings.isPending);
  if (isLoading || failure === null) {
    return (
      <>
        <h1 className="sr-only">Interview report</h1>
        <LoadingLines label="Loading your report…" lines={8} />
      </>
    );
  }
  const isNotMine = isMissing(report.error) && (bookings.isSuccess || isMissing(bookings.error));
  return (
    <Card>
      <h1 className="sr-only">Interview report</h1>
      <ErrorState
        message={
          isNotMine
            ? "We couldn't find this interview among yours."
            : errorMessage(bookings.error ?? failure, reportMessages.loading)
        }
        {...(isNotMine
          ? {}
          : {
              onRetry: () => Promise.all([report.refetch(), bookings.refetch()]),
              retrying: report.isFetching || bookings.isFetching,
            })}
      />
    </Card>
  );
}
