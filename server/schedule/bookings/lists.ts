import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import {
  anyStatus,
  type Booking,
  type BookingQuery,
  type InterviewerBooking,
} from "@greenroom/contract/schedule/bookings.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { escapeLike } from "../../kernel/escape.ts";
import { createPolicyView, presentBooking, presentInterviewerBooking } from "./present.ts";
import { type BookingRow, selectBookings } from "./store.ts";

const soonestFirst = orderBy("asc", ["instant", "booking.startsAt"], ["id", "booking.id"]);
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

/**
 * Written out: for a status that is a parameter, PostgreSQL cannot use the index of pending bookings in a plan that it
 * keeps, so it would plan the many joins anew for each call, which takes longer than running them.
 */
const isPending = sql<boolean>`booking.status = 'pending'`;

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

type BookingFilter = Omit<BookingQuery, "limit" | "after">;

/** The party whose columns a search reads, as one text. */
interface SearchedPerson {
  id: "booking.interviewerId" | "booking.intervieweeId";
  columns: readonly ("firstName" | "lastName" | "email")[];
}

/**
 * Keeps the bookings that match the search. Looks at the person of each booking: PostgreSQL would otherwise search
 * everybody first, because few people match, and many more people have accounts than one person has bookings.
 */
export function filterBookings<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { id, search, status, from, to }: BookingFilter,
  searched: SearchedPerson | null,
): SelectQueryBuilder<Db, Tables, Row> {
  let filtered = query;
  if (id !== undefined) filtered = filtered.where(sql<boolean>`booking.id = ${id}`);
  if (search !== undefined && search !== "" && searched !== null) {
    // Anywhere in the text.
    const columns = sql.join(searched.columns.map((column) => sql.ref(`person.${column}`)));
    const text = sql`(select concat_ws(' ', ${columns}) from users person where person.id = ${sql.ref(searched.id)})`;
    filtered = filtered.where(sql<boolean>`${text} ilike ${`%${escapeLike(search)}%`}`);
  }
  if (status !== undefined && status !== anyStatus)
    filtered = filtered.where(sql<boolean>`booking.status = ${status}`);
  if (from !== undefined) filtered = filtered.where(sql<boolean>`booking.starts_at >= ${new Date(from)}`);
  if (to !== undefined) filtered = filtered.where(sql<boolean>`booking.starts_at < ${new Date(to)}`);
  return filtered;
}
