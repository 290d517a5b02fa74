import { anyStatus, type BookingQuery } from "@greenroom/contract/schedule/bookings.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { escapeLike } from "../../kernel/escape.ts";

export type BookingFilter = Omit<BookingQuery, "limit" | "after">;

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
