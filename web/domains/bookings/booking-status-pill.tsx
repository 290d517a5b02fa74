import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { Pill } from "../../ui/status/pill.tsx";
import { bookingStatusLabels } from "./booking-status.ts";

export function BookingStatusPill({ status }: { status: BookingStatus }) {
  const { label, status: light } = bookingStatusLabels[status];
  return <Pill status={light}>{label}</Pill>;
}
