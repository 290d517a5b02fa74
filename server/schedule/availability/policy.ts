import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { canReadResume } from "../../people/resumes/policy.ts";

interface SlotFacts {
  status: string;
  endsAt: Date;
  bookingStatus: BookingStatus | null;
}

/** A slot can be deleted until it is booked; a booked slot shows its interviewee. */
export function availabilityActions(
  { status, endsAt, bookingStatus }: SlotFacts,
  now: Date,
): Availability["allowedActions"] {
  if (status === "available") return ["delete"];
  const isOpen = bookingStatus !== null && canReadResume({ status: bookingStatus, endsAt }, now);
  return isOpen ? ["view-resume"] : [];
}
