import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { BookingQuery, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
import { filterBookings } from "./filter-bookings.ts";
import { createPolicyView } from "./policy.ts";
import { presentInterviewerBooking } from "./present.ts";
import { selectBookings } from "./store.ts";

/**
 * Written out: for a status that is a parameter, PostgreSQL cannot use the index of pending bookings in a plan that it
 * keeps, so it would plan the many joins anew for each call, which takes longer than running them.
 */
const isPending = sql<boolean>`booking.status = 'pending'`;

const soonestFirst = orderBy("asc", ["instant", "booking.startsAt"], ["id", "booking.id"]);
const newestFirst = orderBy("desc", ["instant", "booking.startsAt"], ["id", "booking.id"]);

/** The actor's upcoming interviews as interviewer, soonest first. */
export async function listInterviewerBookings(
  deps: Deps,
  actor: Actor,
  page: PageQuery,
): Promise<Page<InterviewerBooking>> {
  const query = selectBookings(deps.database)
    .where("booking.interviewerId", "=", actor.userId)
    .where(isPending);
  const { rows, next } = await readPage(query, soonestFirst, page);
  const view = createPolicyView(deps);
  return { rows: rows.map((row) => presentInterviewerBooking(row, view)), next };
}

/** The actor's past interviews as interviewer, newest first; without a status, those that were completed. */
export async function listInterviewerHistory(
  deps: Deps,
  actor: Actor,
  { limit, after, status = "completed", ...filter }: BookingQuery,
): Promise<Page<InterviewerBooking>> {
  const query = selectBookings(deps.database)
    .where("booking.interviewerId", "=", actor.userId)
    .where("booking.status", "<>", "pending");
  const filtered = filterBookings(
    query,
    { ...filter, status },
    {
      id: "booking.intervieweeId",
      columns: ["firstName", "lastName", "email"],
    },
  );
  const { rows, next } = await readPage(filtered, newestFirst, { limit, after });
  const view = createPolicyView(deps);
  return { rows: rows.map((row) => presentInterviewerBooking(row, view)), next };
}
