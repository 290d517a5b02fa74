import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useSite } from "../../../app/site-settings.ts";
import { useNow } from "../../../ui/hooks/use-now.ts";
import { mentorFeedbackText, ownFeedbackText } from "../mentor-feedback-text.ts";

interface MentorFeedbackNoteProps {
  booking: Booking;
  timeZone: string;
}

/** Shown instead of the mentor's file until it arrives. */
export function MentorFeedbackNote({ booking, timeZone }: MentorFeedbackNoteProps) {
  const { feedbackDeadlineHours: deadlineHours } = useSite();
  const text = mentorFeedbackText(booking, { deadlineHours, now: useNow(), timeZone });
  return text === null ? null : <p className="text-sm text-ink-2 tabular">{text}</p>;
}

/** Shown to the mentor until their file is in. */
export function OwnFeedbackNote({ booking, timeZone }: { booking: InterviewerBooking; timeZone: string }) {
  const { feedbackDeadlineHours: deadlineHours } = useSite();
  const text = ownFeedbackText(booking, { deadlineHours, now: useNow(), timeZone });
  return text === null ? null : <p className="text-sm text-ink-2 tabular">{text}</p>;
}
