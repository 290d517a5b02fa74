import { type Party, reportNoShow } from "@greenroom/contract/bookings.ts";
import type { ReactNode } from "react";
import { call } from "../../../api/client.ts";
import { ActionButton } from "./action-button.tsx";
import { AttendanceNote } from "./attendance-note.tsx";

interface ReportNoShowProps {
  booking: { _id: string; zoomLink: string | null };
  viewer: Party;
  otherName: string;
  timeZone: string;
  /** Runs a change of a booking and has everything read anew that hangs on it. */
  change: <Answer>(report: () => Promise<Answer>) => Promise<Answer>;
  onDone: (message: string) => void;
  /** What it leads to. */
  children: ReactNode;
}

/** Reports that the other one did not come, asked first beside what the room recorded. */
export function ReportNoShow(props: ReportNoShowProps) {
  const { booking, viewer, otherName, timeZone, change, onDone, children } = props;
  const id = booking._id;
  return (
    <ActionButton
      label="Report a no-show"
      about={`of ${otherName}`}
      question={`Did ${otherName} not come?`}
      confirmLabel="Report a no-show"
      keepLabel="Go back"
      run={() => change(() => call(reportNoShow, { params: { id } }))}
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
    </ActionButton>
  );
}
