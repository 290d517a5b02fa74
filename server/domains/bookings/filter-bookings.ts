import type { BookingQuery } from "@greenroom/contract/bookings.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { escapeLike } from "../../core/escape.ts";

export type BookingFilter = Omit<BookingQuery, "limit" | "after">;

/** Keeps the bookings that match the search. `searched` names the columns whose joined text is searched. */
export function filterBookings<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { id, search, status, from, to }: BookingFilter,
  searched: readonly string[],
): SelectQueryBuilder<Db, Tables, Row> {
  let filtered = query;
  if (id !== undefined) filtered = filtered.where(sql<boolean>`booking.id = ${id}`);
  if (search !== undefined && search !== "") {
    // Anywhere in the text.
    const text = sql`concat_ws(' ', ${sql.join(searched.map((column) => sql.ref(column)))})`;
    filtered = filtered.where(sql<boolean>`${text} ilike ${`%${escapeLike(search)}%`}`);
  }
  if (status !== undefined) filtered = filtered.where(sql<boolean>`booking.status = ${status}`);
  if (from !== undefined) filtered = filtered.where(sql<boolean>`booking.starts_at >= ${new Date(from)}`);
  if (to !== undefined) filtered = filtered.where(sql<boolean>`booking.starts_at < ${new Date(to)}`);
  return filtered;
}
