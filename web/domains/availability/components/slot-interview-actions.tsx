import type { Notice } from "../../../ui/status/status-message.tsx";
import { InterviewActions } from "../../bookings/lifecycle/interview-actions.tsx";
import { useUpcomingInterviews } from "../queries.ts";

interface SlotInterviewActionsProps {
  bookingId: string;
  timeZone: string;
  onDone: (notice: Notice) => void;
}

/** The actions on the interview in a booked slot. The list of interviews says which of them are allowed. */
export function SlotInterviewActions({ bookingId, timeZone, onDone }: SlotInterviewActionsProps) {
  const upcoming = useUpcomingInterviews();
  const booking = upcoming.data?.find(({ _id }) => _id === bookingId);
  return booking ? <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} /> : null;
}
