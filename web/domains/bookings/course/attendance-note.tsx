import { type Attendance, getAttendance, type Party } from "@greenroom/contract/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../api/queries.ts";
import { formatTime } from "../../../ui/time/format-time.ts";
import { readMeetingLink } from "../meeting-link.ts";

interface AttendanceNoteProps {
  bookingId: string;
  /** Where they meet: what another provider's meeting saw, nobody here knows. */
  zoomLink: string | null;
  viewer: Party;
  otherName: string;
  timeZone: string;
}

/** What the room recorded of both joining: it is kept with a report, and a report that it contradicts is decided by a person. */
export function AttendanceNote({ bookingId, zoomLink, ...view }: AttendanceNoteProps) {
  const isElsewhere =
    zoomLink !== null && readMeetingLink(zoomLink, bookingId, window.location.href)?.kind === "elsewhere";
  const attendance = useQuery({
    ...queryOf(getAttendance, { params: { id: bookingId } }),
    staleTime: 0,
    enabled: !isElsewhere,
  });
  if (isElsewhere) return <p>It was not in our room, so there is no record of who came.</p>;
  if (attendance.isError) {
    return <p>What the room recorded cannot be shown now. It is looked at all the same.</p>;
  }
  if (attendance.data === undefined) return <p role="status">Looking at what the room recorded…</p>;
  return <AttendanceWords record={attendance.data} {...view} />;
}

type WordsProps = Omit<AttendanceNoteProps, "bookingId" | "zoomLink"> & { record: Attendance };

export function AttendanceWords({ record, viewer, otherName, timeZone }: WordsProps) {
  const other = viewer === "interviewee" ? "interviewer" : "interviewee";
  return (
    <p className="tabular">
      {sayVisits("you", record[viewer], timeZone)} {sayVisits(otherName, record[other], timeZone)}
    </p>
  );
}

function sayVisits(whom: string, visits: Attendance[Party], timeZone: string): string {
  if (visits.length === 0) return `The room did not see ${whom}.`;
  const clock = (instant: string) => formatTime(new Date(instant), timeZone);
  const spans = visits.map(({ enteredAt, lastSeenAt }) => `${clock(enteredAt)} – ${clock(lastSeenAt)}`);
  return `The room saw ${whom}: ${spans.join(", ")}.`;
}
