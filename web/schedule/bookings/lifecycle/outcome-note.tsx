import type { Booking, InterviewerBooking, Party } from "@greenroom/contract/schedule/bookings.ts";
import { AttendanceText } from "./attendance-note.tsx";
import { bookingOutcomeText } from "./booking-text.ts";

interface OutcomeNoteProps {
  booking: Booking | InterviewerBooking;
  viewer: Party;
  otherName: string;
  timeZone: string;
}

/** The outcome of a canceled or missed booking, with what the room had recorded. */
export function OutcomeNote({ booking, viewer, otherName, timeZone }: OutcomeNoteProps) {
  const lines = bookingOutcomeText(booking, viewer);
  const [report] = booking.noShowReports;
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {lines.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {report && (
        <AttendanceText record={report.record} viewer={viewer} otherName={otherName} timeZone={timeZone} />
      )}
    </div>
  );
}
