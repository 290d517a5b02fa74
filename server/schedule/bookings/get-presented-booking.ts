import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../kernel/deps.ts";
import { createPolicyView } from "./policy.ts";
import { presentBooking, presentInterviewerBooking } from "./present.ts";
import { selectBookings } from "./store.ts";

/** A booking as its interviewee sees it now. The caller has checked access. */
export async function getPresentedBooking(deps: Deps, bookingId: string): Promise<Booking> {
  return presentBooking(await getRow(deps, bookingId), createPolicyView(deps));
}

/** A booking as its interviewer sees it now. The caller has checked access. */
export async function getPresentedInterview(deps: Deps, bookingId: string): Promise<InterviewerBooking> {
  return presentInterviewerBooking(await getRow(deps, bookingId), createPolicyView(deps));
}

function getRow(deps: Deps, bookingId: string) {
  return selectBookings(deps.database).where("booking.id", "=", bookingId).executeTakeFirstOrThrow();
}
