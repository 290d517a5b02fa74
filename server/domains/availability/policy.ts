import type { Availability } from "@greenroom/contract/availability.ts";
import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { opensResume } from "../resumes/policy.ts";

interface SlotFacts {
  status: string;
  endsAt: Date;
  bookingStatus: string | null;
}

/** A slot can be taken back until somebody books it; who booked it can be read about. */
export function availabilityActions(
  { status, endsAt, bookingStatus }: SlotFacts,
  now: Date,
): Availability["allowedActions"] {
  if (status === "available") return ["delete"];
  const isOpen =
    bookingStatus !== null && opensResume({ status: bookingStatus as BookingStatus, endsAt }, now);
  return isOpen ? ["view-resume"] : [];
}
