import type { Booking } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { viewOf } from "./policy.ts";
import { presentBooking } from "./present.ts";
import { selectBookings } from "./store.ts";

/** My bookings as an interviewee: pending first, soonest first; then history, newest first. */
export async function listOwnBookings(deps: Deps, actor: Actor): Promise<Booking[]> {
  const sessions = await listSessions(deps, actor);
  const pending = sessions.filter(({ status }) => status === "pending").reverse();
  return [...pending, ...sessions.filter(({ status }) => status !== "pending")];
}

/** All my bookings as an interviewee, newest first. */
export async function listSessions(deps: Deps, actor: Actor): Promise<Booking[]> {
  const rows = await selectBookings(deps.database)
    .where("booking.intervieweeId", "=", actor.userId)
    .orderBy("booking.startsAt", "desc")
    .execute();
  const view = viewOf(deps);
  return rows.map((row) => presentBooking(row, view));
}
