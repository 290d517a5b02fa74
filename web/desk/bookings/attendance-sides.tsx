import type { DeskBookingDetail } from "@greenroom/contract/desk/bookings/bookings.ts";
import type { Attendance } from "@greenroom/contract/schedule/bookings.ts";
import { formatDateTime, formatExactTime } from "../../format/times.ts";
import { Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";

interface AttendanceSidesProps {
  booking: DeskBookingDetail;
  timeZone: string;
}

const outcomes = {
  upheld: ["ready", "Upheld"],
  pending: ["wait", "Waiting for a decision"],
  dismissed: ["off", "Rejected"],
} as const;

/** Compares the parties side by side: their reports, and when each was in the room. */
export function AttendanceSides({ booking, timeZone }: AttendanceSidesProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {(["interviewee", "interviewer"] as const).map((party) => {
        const report = booking.reports.find(({ by }) => by === party);
        return (
          <Card key={party}>
            <h3 className="text-lg [overflow-wrap:anywhere]">
              {party === "interviewee" ? "Interviewee" : "Interviewer"}: {booking[party].name}
            </h3>
            <h4 className="mt-4 text-sm font-semibold text-ink-3">Their report</h4>
            {report === undefined ? (
              <p>None</p>
            ) : (
              <div className="grid gap-1.5">
                <p>
                  The other party did not attend. Reported{" "}
                  {formatDateTime(new Date(report.reportedAt), timeZone)}.
                </p>
                <p>
                  <Pill status={outcomes[report.outcome][0]}>{outcomes[report.outcome][1]}</Pill>
                </p>
              </div>
            )}
            <h4 className="mt-4 text-sm font-semibold text-ink-3">Recorded in the room</h4>
            <Visits visits={booking.attendance[party]} timeZone={timeZone} />
          </Card>
        );
      })}
    </div>
  );
}

function Visits({ visits, timeZone }: { visits: Attendance["interviewee"]; timeZone: string }) {
  if (visits.length === 0) return <p>Never</p>;
  return (
    <ul className="tabular">
      {visits.map(({ enteredAt, lastSeenAt }) => (
        <li key={enteredAt}>
          {formatExactTime(new Date(enteredAt), timeZone)} to{" "}
          {formatExactTime(new Date(lastSeenAt), timeZone)}
        </li>
      ))}
    </ul>
  );
}
