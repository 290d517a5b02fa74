import { InterviewActions } from "../../bookings/course/interview-actions.tsx";
import { useUpcomingInterviews } from "../queries.ts";

interface SlotInterviewActionsProps {
  bookingId: string;
  timeZone: string;
  onDone: (message: string) => void;
}

/** What can be done about the interview in a booked slot, from the list of interviews that knows what is allowed. */
export function SlotInterviewActions({ bookingId, timeZone, onDone }: SlotInterviewActionsProps) {
  const upcoming = useUpcomingInterviews();
  const booking = upcoming.data?.find(({ _id }) => _id === bookingId);
  return booking ? <InterviewActions booking={booking} timeZone={timeZone} onDone={onDone} /> : null;
}
