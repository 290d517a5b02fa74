import type { Booking, InterviewerBooking, Party } from "@greenroom/contract/bookings.ts";
import { AttendanceWords } from "./attendance-note.tsx";
import { outcomeWords } from "./notice-words.ts";

interface OutcomeNoteProps {
  booking: Booking | InterviewerBooking;
  viewer: Party;
  otherName: string;
  timeZone: string;
}

/** What became of a booking that was cancelled or missed, with what the room had recorded. */
export function OutcomeNote({ booking, viewer, otherName, timeZone }: OutcomeNoteProps) {
  const words = outcomeWords(booking, viewer);
  const [report] = booking.noShowReports;
  if (words.length === 0) return null;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {report && (
        <AttendanceWords record={report.record} viewer={viewer} otherName={otherName} timeZone={timeZone} />
      )}
    </div>
  );
}
