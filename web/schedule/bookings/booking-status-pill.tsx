import type { BookingStatus, UnclearInterview } from "@greenroom/contract/schedule/bookings.ts";
import { Pill } from "../../ui/status/pill.tsx";
import type { LightStatus } from "../../ui/status/status-light.tsx";

/** The label and color of each booking status, the same for both parties. */
export const bookingStatusLabels: Record<BookingStatus, { label: string; status: LightStatus }> = {
  // The slot is reserved as soon as it is booked; "pending" would suggest that somebody still has to agree.
  pending: { label: "Confirmed", status: "live" },
  completed: { label: "Completed", status: "ready" },
  cancelled: { label: "Canceled", status: "off" },
  no_show_interviewee: { label: "Interviewee no-show", status: "bad" },
  no_show_interviewer: { label: "Interviewer no-show", status: "bad" },
};

interface BookingStatusPillProps {
  status: BookingStatus;
  /** The room's record leaves open whether the interview took place. */
  unclear?: UnclearInterview | null;
}

export function BookingStatusPill({ status, unclear = null }: BookingStatusPillProps) {
  if (status === "pending" && unclear !== null) return <Pill status="wait">Waiting</Pill>;
  const { label, status: light } = bookingStatusLabels[status];
  return <Pill status={light}>{label}</Pill>;
}
