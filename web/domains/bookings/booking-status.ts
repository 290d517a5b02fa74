import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import type { CueStatus } from "../../ui/status/cue-light.tsx";

/** The label and color of each booking status, the same for both parties. */
export const bookingStatusLabels: Record<BookingStatus, { label: string; cue: CueStatus }> = {
  // The slot is reserved as soon as it is booked; "pending" would suggest that somebody still has to agree.
  pending: { label: "Confirmed", cue: "live" },
  completed: { label: "Completed", cue: "ready" },
  cancelled: { label: "Canceled", cue: "off" },
  no_show_interviewee: { label: "Interviewee no-show", cue: "bad" },
  no_show_interviewer: { label: "Interviewer no-show", cue: "bad" },
};
