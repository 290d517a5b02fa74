import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { Pill } from "../../../ui/status/pill.tsx";

export const deskBookingStatusLabels: Record<BookingStatus, string> = {
  pending: "Upcoming",
  completed: "Completed",
  cancelled: "Canceled",
  no_show_interviewee: "Interviewee did not attend",
  no_show_interviewer: "Interviewer did not attend",
};

export const bookingStatusTones = {
  pending: "wait",
  completed: "ready",
  cancelled: "off",
  no_show_interviewee: "bad",
  no_show_interviewer: "bad",
} as const;

export function BookingPill({ status, isDisputed }: { status: BookingStatus; isDisputed: boolean }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Pill status={bookingStatusTones[status]} className="!whitespace-normal">
        {deskBookingStatusLabels[status]}
      </Pill>
      {isDisputed && <Pill status="bad">Disputed</Pill>}
    </span>
  );
}
