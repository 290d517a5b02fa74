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
  if (!planType) return "no-plan";
  if (sessionCount > 0) return "booking";
  if (bookings === undefined) return "unknown";
  return bookings.some(({ status }) => status === "pending") ? "booking" : "no-credits";
}
