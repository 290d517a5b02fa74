import type { Booking } from "@greenroom/contract/schedule/bookings.ts";

/** The states of the booking page (requirements §2); `unknown` until what decides it is loaded. */
export type BookingPageState = "no-plan" | "no-credits" | "booking" | "unknown";

interface BookingPageFacts {
  planType: string | null;
  sessionCount: number;
  /** False while the plan and the sessions are those that this browser stored when it was last used. */
  isProfileChecked: boolean;
  /** Undefined while they load, or when loading failed. */
  bookings: readonly Pick<Booking, "status">[] | undefined;
}

export function bookingPageState({
  planType,
  sessionCount,
  isProfileChecked,
  bookings,
}: BookingPageFacts): BookingPageState {
  // Sessions can also be a gift to somebody who never bought a plan.
  if (sessionCount > 0 || bookings?.some(({ status }) => status === "pending")) return "booking";
  // They may have been bought on another device since.
  if (!isProfileChecked) return "unknown";
  if (!planType) return "no-plan";
  return bookings === undefined ? "unknown" : "no-credits";
}
