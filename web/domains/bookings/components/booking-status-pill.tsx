import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { Pill } from "../../../ui/pill.tsx";
import { bookingStatusCues } from "../booking-status.ts";

export function BookingStatusPill({ status }: { status: BookingStatus }) {
  const { words, cue } = bookingStatusCues[status];
  return <Pill status={cue}>{words}</Pill>;
}
