import { type BookingStatus, type Party, reportNoShow } from "@greenroom/contract/schedule/bookings.ts";
import type { ReactNode } from "react";
import { call } from "../../../api/client.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { AttendanceNote } from "./attendance-note.tsx";
import { BookingActionButton } from "./booking-action-button.tsx";

interface ReportNoShowProps {
  booking: { _id: string; status: BookingStatus; zoomLink: string | null };
  viewer: Party;
  otherName: string;
  timeZone: string;
  /** Runs a change of a booking and reloads everything that depends on it. */
  runChange: <Answer>(report: () => Promise<Answer>) => Promise<Answer>;
  onDone: (notice: Notice) => void;
  /** The consequences. */
  children: ReactNode;
}

/** Reports that the other party did not attend. The dialog shows what the room recorded. */
export function ReportNoShow(props: ReportNoShowProps) {
  const { booking, viewer, otherName, timeZone, runChange, onDone, children } = props;
  const id = booking._id;
  // This person is said to have missed it, so the report is an answer.
  const label = booking.status.startsWith("no_show") ? "Report a mistake" : "Report a no-show";
  return (
    <BookingActionButton
      label={label}
      about={`of ${otherName}`}
      question={`Report that ${otherName} did not attend?`}
      confirmLabel={label}
      keepLabel="Go back"
      run={() => runChange(() => call(reportNoShow, { params: { id } }))}
      onDone={onDone}
    >
      <AttendanceNote
        bookingId={id}
        zoomLink={booking.zoomLink}
        viewer={viewer}
        otherName={otherName}
        timeZone={timeZone}
      />
      {children}
    </BookingActionButton>
  );
}
