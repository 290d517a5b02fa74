import { type Attendance, getAttendance, type Party } from "@greenroom/contract/schedule/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { formatTime } from "../../../format/format-time.ts";
import { isExternalMeeting } from "../../meetings/meeting-link.ts";

interface AttendanceNoteProps {
  bookingId: string;
  /** The meeting's link. We do not know who attended a meeting at another provider. */
  zoomLink: string | null;
  viewer: Party;
  otherName: string;
  timeZone: string;
}

/**
 * Shows when each party was in the room. This record is stored with a report, and the operator decides a
 * report that contradicts it.
 */
export function AttendanceNote({ bookingId, zoomLink, ...view }: AttendanceNoteProps) {
  const isExternal = isExternalMeeting({ _id: bookingId, zoomLink });
  const attendance = useQuery({
    ...queryOptionsFor(getAttendance, { params: { id: bookingId } }),
    staleTime: 0,
    enabled: !isExternal,
  });
  if (isExternal) return <p>It did not take place in our room, so there is no record of who attended.</p>;
  if (attendance.isError) {
    return <p>We can't show what the room recorded right now. It will still be considered.</p>;
  }
  if (attendance.data === undefined) return <p role="status">Checking what the room recorded…</p>;
  return <AttendanceText record={attendance.data} {...view} />;
}

type AttendanceTextProps = Omit<AttendanceNoteProps, "bookingId" | "zoomLink"> & { record: Attendance };

export function AttendanceText({ record, viewer, otherName, timeZone }: AttendanceTextProps) {
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
