import type { Booking, InterviewerBooking } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { viewOf } from "./policy.ts";
import { presentBooking, presentInterviewerBooking } from "./present.ts";
import { selectBookings } from "./store.ts";

/** A booking as its interviewee sees it now; the caller has checked whose it is. */
export async function getPresentedBooking(deps: Deps, bookingId: string): Promise<Booking> {
  return presentBooking(await getRow(deps, bookingId), viewOf(deps));
}

/** A booking as its interviewer sees it now; the caller has checked whose it is. */
export async function getPresentedInterview(deps: Deps, bookingId: string): Promise<InterviewerBooking> {
  return presentInterviewerBooking(await getRow(deps, bookingId), viewOf(deps));
}

function getRow(deps: Deps, bookingId: string) {
  return selectBookings(deps.database).where("booking.id", "=", bookingId).executeTakeFirstOrThrow();
}
