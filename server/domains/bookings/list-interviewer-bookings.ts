import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { viewOf } from "./policy.ts";
import { presentInterviewerBooking } from "./present.ts";
import { selectBookings } from "./store.ts";

/** Who booked me and is still to come, soonest first. */
export async function listInterviewerBookings(deps: Deps, actor: Actor): Promise<InterviewerBooking[]> {
  return list(deps, actor, { status: "pending", order: "asc" });
}

/** My interviews that are not to come any more, held or not, newest first. */
export async function listInterviewerHistory(deps: Deps, actor: Actor): Promise<InterviewerBooking[]> {
  return list(deps, actor, { status: "over", order: "desc" });
}

async function list(
  deps: Deps,
  actor: Actor,
  { status, order }: { status: "pending" | "over"; order: "asc" | "desc" },
): Promise<InterviewerBooking[]> {
  const rows = await selectBookings(deps.database)
    .where("booking.interviewerId", "=", actor.userId)
    .where("booking.status", status === "pending" ? "=" : "<>", "pending")
    .orderBy("booking.startsAt", order)
    .execute();
  const view = viewOf(deps);
  return rows.map((row) => presentInterviewerBooking(row, view));
}
