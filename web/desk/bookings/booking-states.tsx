import type { DeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { Pill } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";

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

/** Its state now: a pending booking is upcoming, on, or over and not completed yet. */
export function bookingStateText(
  { status, startTime, endTime }: Pick<DeskBooking, "status" | "startTime" | "endTime">,
  now: Date,
): string {
  if (status !== "pending" || now < new Date(startTime)) return deskBookingStatusLabels[status];
  return now < new Date(endTime) ? "On now" : "Ended";
}

type BookingPillProps = Pick<DeskBooking, "status" | "startTime" | "endTime" | "isDisputed">;

export function BookingPill({ isDisputed, ...booking }: BookingPillProps) {
  const now = useNow();
  return (
    <span className="flex flex-wrap gap-1.5">
      <Pill status={bookingStatusTones[booking.status]} className="!whitespace-normal">
        {bookingStateText(booking, now)}
      </Pill>
      {isDisputed && <Pill status="bad">Disputed</Pill>}
    </span>
  );
}
