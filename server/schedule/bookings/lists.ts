import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Booking, BookingQuery } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
import { filterBookings } from "./filter-bookings.ts";
import { createPolicyView } from "./policy.ts";
import { presentBooking } from "./present.ts";
import { type BookingRow, selectBookings } from "./store.ts";

const newestFirst = orderBy("desc", ["instant", "booking.startsAt"], ["id", "booking.id"]);

/** One ordering for two directions: in the history the start is negated, so that later interviews come first. */
const pendingFirst = orderBy(
  "asc",
  ["number", sql`case when booking.status = 'pending' then 0 else 1 end`],
  [
    "instant",
    sql`case when booking.status = 'pending' then booking.starts_at
      else timestamptz '2100-01-01Z' - (booking.starts_at - timestamptz '2100-01-01Z') end`,
  ],
  ["id", "booking.id"],
);

/**
 * The actor's bookings as interviewee: pending ones soonest first, then the history newest first. Without a status,
 * those that are pending or completed.
 */
export async function listOwnBookings(
  deps: Deps,
  actor: Actor,
  { status, ...page }: PageQuery & Pick<BookingQuery, "status">,
): Promise<Page<Booking>> {
  const own = selectOwn(deps, actor);
  const listed =
    status === undefined
      ? own.where(sql<boolean>`booking.status in ('pending', 'completed')`)
      : filterBookings(own, { status }, null);
  const { rows, next } = await readPage(listed, pendingFirst, page);
  return { rows: rows.map(presentTo(deps, actor)), next };
}

/** All bookings of the actor as interviewee, newest first. */
export async function listAllOwnBookings(
  deps: Deps,
  actor: Actor,
  { limit, after, ...filter }: BookingQuery,
): Promise<Page<Booking>> {
  const query = filterBookings(selectOwn(deps, actor), filter, {
    id: "booking.interviewerId",
    columns: ["firstName", "lastName"],
  });
  const { rows, next } = await readPage(query, newestFirst, { limit, after });
  return { rows: rows.map(presentTo(deps, actor)), next };
}

/** A report quotes the interview, so an operator who sees the product as this person does not get it. */
function presentTo(deps: Deps, { seenBy }: Actor): (row: BookingRow) => Booking {
  const view = createPolicyView(deps);
  const withheld = seenBy === undefined ? {} : { checkedReport: null, reportMadeAt: null };
  return (row) => presentBooking({ ...row, ...withheld }, view);
}

function selectOwn(deps: Deps, actor: Actor) {
  return selectBookings(deps.database).where("booking.intervieweeId", "=", actor.userId);
}
