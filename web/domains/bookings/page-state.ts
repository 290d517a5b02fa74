import type { Booking } from "@greenroom/contract/bookings.ts";

/** What the booking page is, as spec §2 has it; `unknown` until my bookings are there to decide by. */
export type BookingPageState = "no-plan" | "used-up" | "booking" | "unknown";

interface Facts {
  planType: string | null;
  sessionCount: number;
  /** Undefined while they load, or could not be loaded. */
  bookings: readonly Pick<Booking, "status">[] | undefined;
}

export function bookingPageState({ planType, sessionCount, bookings }: Facts): BookingPageState {
  if (!planType) return "no-plan";
  if (sessionCount > 0) return "booking";
  if (bookings === undefined) return "unknown";
  return bookings.some(({ status }) => status === "pending") ? "booking" : "used-up";
}
