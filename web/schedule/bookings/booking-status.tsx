import type {
  Attendance,
  Booking,
  BookingStatus,
  InterviewerBooking,
  Party,
  UnclearInterview,
} from "@greenroom/contract/schedule/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { isUnauthorized } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import type { QueryState } from "../../app/query-content.tsx";
import { formatTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/content.tsx";
import { ErrorState } from "../../ui/loading.tsx";
import { type LightStatus, StatusLight } from "../../ui/status.tsx";
import { isExternalMeeting } from "../join-meeting.tsx";
import { bookingOutcomeText, sidesOf } from "./booking-text.ts";
import { isFailedQuery } from "./queries.ts";

/** The label and color of each booking status, the same for both parties. */
export const bookingStatusLabels: Record<BookingStatus, { label: string; status: LightStatus }> = {
  // The slot is reserved as soon as it is booked; "pending" would suggest that somebody still has to agree.
  pending: { label: "Confirmed", status: "live" },
  completed: { label: "Completed", status: "ready" },
  cancelled: { label: "Canceled", status: "off" },
  no_show_interviewee: { label: "Interviewee no-show", status: "bad" },
  no_show_interviewer: { label: "Interviewer no-show", status: "bad" },
};

interface BookingStatusPillProps {
  status: BookingStatus;
  /** The room's record leaves open whether the interview took place. */
  unclear?: UnclearInterview | null;
}

export function BookingStatusPill({ status, unclear = null }: BookingStatusPillProps) {
  if (status === "pending" && unclear !== null) return <Pill status="wait">Waiting</Pill>;
  const { label, status: light } = bookingStatusLabels[status];
  return <Pill status={light}>{label}</Pill>;
}

interface BookingViewProps {
  booking: Booking | InterviewerBooking;
  timeZone: string;
}

/** The outcome of a canceled or missed booking, with what the room had recorded. */
export function OutcomeNote({ booking, timeZone }: BookingViewProps) {
  const lines = bookingOutcomeText(booking, sidesOf(booking).viewer, {
    isExternal: isExternalMeeting(booking),
  });
  const [report] = booking.noShowReports;
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {lines.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {report && <AttendanceText record={report.record} booking={booking} timeZone={timeZone} />}
    </div>
  );
}

/**
 * Shows when each party was in the room. This record is stored with a report, and the operator decides a
 * report that contradicts it.
 */
export function AttendanceNote({ booking, timeZone }: BookingViewProps) {
  const isExternal = isExternalMeeting(booking);
  const attendance = useQuery({
    ...queryOptionsFor("GET /api/bookings/:id/attendance", { params: { id: booking._id } }),
    staleTime: 0,
    enabled: !isExternal,
  });
  if (isExternal) return <p>It did not take place in our room, so there is no record of who attended.</p>;
  if (attendance.isError)
    return <p>We can't show what the room recorded right now. It will still be considered.</p>;
  if (attendance.data === undefined) return <p role="status">Checking what the room recorded…</p>;
  return <AttendanceText record={attendance.data} booking={booking} timeZone={timeZone} />;
}

function AttendanceText({ record, booking, timeZone }: BookingViewProps & { record: Attendance }) {
  const { viewer, otherName } = sidesOf(booking);
  const other = viewer === "interviewee" ? "interviewer" : "interviewee";
  return (
    <p className="tabular">
      {visitsText("You were", record[viewer], timeZone)}{" "}
      {visitsText(`${otherName} was`, record[other], timeZone)}
    </p>
  );
}

function visitsText(who: string, visits: Attendance[Party], timeZone: string): string {
  if (visits.length === 0) return `${who} not in the room.`;
  const formatVisitTime = (instant: string) => formatTime(new Date(instant), timeZone);
  const spans = visits.map(
    ({ enteredAt, lastSeenAt }) => `${formatVisitTime(enteredAt)} – ${formatVisitTime(lastSeenAt)}`,
  );
  return `${who} in the room: ${spans.join(", ")}.`;
}

/** Another time that we propose for a booking, until this person has answered; the link leads to the question. */
export function ProposedMoveNote({ booking }: Pick<BookingViewProps, "booking">) {
  const { viewer, otherName } = sidesOf(booking);
  if (!booking.proposedMoveId) return null;
  return (
    <p className="rounded-sm border border-accent-line bg-accent-tint px-4 py-2.5 text-amber">
      We propose another time for this interview.{" "}
      <Link to={paths.proposedTime(viewer, booking._id)} className="font-semibold underline">
        See the proposed time<span className="sr-only"> for the interview with {otherName}</span>
      </Link>
    </p>
  );
}

interface LoadFailureProps {
  queries: readonly (QueryState<unknown> & Parameters<typeof isFailedQuery>[0])[];
  message: string;
}

/** Shows that loading failed: as the whole page without any data, otherwise as a strip above the data. */
export function LoadFailure({ queries, message }: LoadFailureProps) {
  // A session that ended is no failure of the server, and the notice at the foot of the page names it.
  const failed = queries.filter((query) => isFailedQuery(query) && !isUnauthorized(query.error));
  if (failed.length === 0) return null;
  const retry = () => void Promise.all(failed.map((query) => query.refetch()));
  const retrying = failed.some((query) => query.isFetching);
  if (queries.every((query) => query.data === undefined))
    return <ErrorState message={message} onRetry={retry} retrying={retrying} />;
  return (
    <div
      role="alert"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-sm border border-red-line bg-red-tint px-4 py-2.5"
    >
      <StatusLight status="bad" className="text-base text-red">
        {message}
      </StatusLight>
      <Button variant="quiet" size="sm" pending={retrying} pendingLabel="Trying again…" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
