import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { Pill } from "../../ui/status/pill.tsx";
import { bookingStatusLabels } from "./booking-status.ts";

export function BookingStatusPill({ status }: { status: BookingStatus }) {
  const { label, cue } = bookingStatusLabels[status];
  return <Pill status={cue}>{label}</Pill>;
}
