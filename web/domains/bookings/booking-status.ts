import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import type { CueStatus } from "../../ui/cue-light.tsx";

/** How each status of a booking is said and lit; the same words for both parties. */
export const bookingStatusCues: Record<BookingStatus, { words: string; cue: CueStatus }> = {
  // The slot is theirs from the moment it is booked; "pending" would read as if somebody had yet to agree.
  pending: { words: "Confirmed", cue: "live" },
  completed: { words: "Completed", cue: "ready" },
  cancelled: { words: "Cancelled", cue: "off" },
  no_show_interviewee: { words: "Interviewee no-show", cue: "bad" },
  no_show_interviewer: { words: "Interviewer no-show", cue: "bad" },
};
