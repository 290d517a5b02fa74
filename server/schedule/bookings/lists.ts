import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { anyStatus, type Booking, type BookingQuery } from "@greenroom/contract/schedule/bookings.ts";
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
export function listOwnBookings(deps: Deps, actor: Actor, { status, ...page }: BookingQuery) {
  const own = selectOwn(deps, actor);
  const listed =
    status === undefined
      ? own.where(sql<boolean>`booking.status in ('pending', 'completed')`)
      : filterBookings(own, { status }, null);
  return present(readPage(listed, pendingFirst, page), presentTo(deps, actor));
}

/** All bookings of the actor as interviewee, newest first. */
export function listAllOwnBookings(deps: Deps, actor: Actor, { limit, after, ...filter }: BookingQuery) {
  const query = filterBookings(selectOwn(deps, actor), filter, {
    id: "booking.interviewerId",
    columns: ["firstName", "lastName"],
  });
  return present(readPage(query, newestFirst, { limit, after }), presentTo(deps, actor));
}

/** A report quotes the interview, so an operator who sees the product as this person does not get it. */
function presentTo(deps: Deps, { seenBy }: Actor): (row: BookingRow) => Booking {
  const view = createPolicyView(deps);
  const withheld = seenBy === undefined ? {} : { checkedReport: null, reportMadeAt: null };
  return (row) => presentBooking({ ...row, ...withheld }, view);
}

async function present<Shown>(
  page: Promise<Page<BookingRow>>,
  show: (row: BookingRow) => Shown,
): Promise<Page<Shown>> {
  const { rows, next } = await page;
  return { rows: rows.map(show), next };
}

function selectOwn(deps: Deps, actor: Actor) {
  return selectBookings(deps.database).where("booking.intervieweeId", "=", actor.userId);
}

function selectGiven(deps: Deps, actor: Actor) {
  return selectBookings(deps.database).where("booking.interviewerId", "=", actor.userId);
}

/**
 * The actor's upcoming interviews as interviewer, soonest first. The status is written out: for one that is a parameter,
 * PostgreSQL cannot use the index of pending bookings in a plan that it keeps, so it would plan the many joins anew for
 * each call, which takes longer than running them.
 */
export function listInterviewerBookings(deps: Deps, actor: Actor, page: PageQuery) {
  const query = selectGiven(deps, actor).where(sql<boolean>`booking.status = 'pending'`);
  const view = createPolicyView(deps);
  return present(readPage(query, soonestFirst, page), (row) => presentInterviewerBooking(row, view));
}

/** The actor's past interviews as interviewer, newest first; without a status, those that were completed. */
export function listInterviewerHistory(
  deps: Deps,
  actor: Actor,
  { limit, after, status = "completed", ...filter }: BookingQuery,
) {
  const query = selectGiven(deps, actor).where("booking.status", "<>", "pending");
  const searched = { id: "booking.intervieweeId", columns: ["firstName", "lastName", "email"] } as const;
  const filtered = filterBookings(query, { ...filter, status }, searched);
  const view = createPolicyView(deps);
  return present(readPage(filtered, newestFirst, { limit, after }), (row) =>
    presentInterviewerBooking(row, view),
  );
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
