import type { Booking } from "@greenroom/contract/bookings.ts";

/** The states of the booking page (requirements §2); `unknown` until the bookings that decide it are loaded. */
export type BookingPageState = "no-plan" | "no-credits" | "booking" | "unknown";

interface BookingPageFacts {
  planType: string | null;
  sessionCount: number;
  /** Undefined while they load, or when loading failed. */
  bookings: readonly Pick<Booking, "status">[] | undefined;
}

export function bookingPageState({ planType, sessionCount, bookings }: BookingPageFacts): BookingPageState {
  // Sessions can also be a gift to somebody who never bought a plan.
  if (sessionCount > 0 || bookings?.some(({ status }) => status === "pending")) return "booking";
  if (!planType) return "no-plan";
  return bookings === undefined ? "unknown" : "no-credits";
}
