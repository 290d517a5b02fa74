import type { Availability, Slot } from "@greenroom/contract/schedule/availability.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { canReadResume } from "../../people/resumes/resume.ts";
import type { AvailabilityRow, ListedSlotRow } from "./store.ts";

export function presentSlot(slot: ListedSlotRow): Slot {
  return {
    _id: slot.id,
    slotTime: slot.startsAt.toISOString(),
    interviewerId: { _id: slot.interviewerId, firstName: slot.firstName, lastName: slot.lastName },
  };
}

export function presentAvailability(row: AvailabilityRow, now: Date): Availability {
  return {
    _id: row.id,
    slotTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    booking: presentBooking(row),
    allowedActions: availabilityActions(row, now),
  };
}

function presentBooking(row: AvailabilityRow): Availability["booking"] {
  const { bookingId, bookingStatus, intervieweeId, firstName, lastName, email } = row;
  if (bookingId === null || bookingStatus === null || intervieweeId === null) return null;
  return {
    _id: bookingId,
    status: bookingStatus,
    zoomLink: row.joinUrl,
    goal: row.goal,
    userId: { _id: intervieweeId, firstName: firstName ?? "", lastName: lastName ?? "", email: email ?? "" },
  };
}

/** A slot can be deleted until it is booked; a booked slot shows its interviewee. */
export function availabilityActions(
  { status, endsAt, bookingStatus }: { status: string; endsAt: Date; bookingStatus: BookingStatus | null },
  now: Date,
): Availability["allowedActions"] {
  if (status === "available") return ["delete"];
  const isOpen = bookingStatus !== null && canReadResume({ status: bookingStatus, endsAt }, now);
  return isOpen ? ["view-resume"] : [];
}
