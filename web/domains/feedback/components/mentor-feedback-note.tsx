import type { Booking } from "@greenroom/contract/bookings.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { useSite } from "../../site/site-settings.ts";
import { mentorFeedbackWords } from "../mentor-feedback-words.ts";

interface MentorFeedbackNoteProps {
  booking: Booking;
  timeZone: string;
}

/** What stands in the place of the mentor's file until it is here. */
export function MentorFeedbackNote({ booking, timeZone }: MentorFeedbackNoteProps) {
  const { feedbackDeadlineHours: deadlineHours } = useSite();
  const words = mentorFeedbackWords(booking, { deadlineHours, now: useNow(), timeZone });
  return words === null ? null : <p className="text-sm text-ink-2 tabular">{words}</p>;
}
