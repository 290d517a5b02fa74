import { fullName } from "../../../format/full-name.ts";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { InterviewActions } from "../../bookings/lifecycle/interview-actions.tsx";
import { ProposedMoveNote } from "../../bookings/lifecycle/proposed-move-note.tsx";
import { useUpcomingInterviews } from "../queries.ts";

interface SlotInterviewActionsProps {
  bookingId: string;
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/**
 * The actions on the interview in a booked slot, and another time that we propose for it. The list of interviews names
 * both.
 */
export function SlotInterviewActions({ bookingId, timeZone, onDone }: SlotInterviewActionsProps) {
  const upcoming = useUpcomingInterviews();
  const booking = upcoming.data?.find(({ _id }) => _id === bookingId);
  if (booking === undefined) return null;
  return (
    <>
      <ProposedMoveNote booking={booking} viewer="interviewer" otherName={fullName(booking.userId)} />
      <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} />
    </>
  );
}
