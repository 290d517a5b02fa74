import type { meetingFilters } from "@greenroom/contract/desk/bookings.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { filterBookings } from "../../schedule/bookings/lists.ts";
import { findPersonIds, isOneOf } from "../people/find-people.ts";

/* Queries for the desk's pages about bookings. */

export interface DeskBookingFilter {
  /** An id, or part of a name or address. */
  person?: string | undefined;
  status?: BookingStatus | undefined;
  meeting?: (typeof meetingFilters)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const isDisputed = sql<boolean>`exists (
  select from no_show_reports report where report.booking_id = booking.id and report.outcome = 'pending')`;

interface Party {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** A subquery, because for joins PostgreSQL would prepare a cache of as many people as have bookings. */
function selectParty(id: "booking.intervieweeId" | "booking.interviewerId"): RawBuilder<Party> {
  return sql<Party>`(select json_build_object('id', party.id, 'firstName', party.first_name,
      'lastName', party.last_name, 'email', party.email) from users party where party.id = ${sql.ref(id)})`;
}

function selectDeskRows(database: Database) {
  return database
    .selectFrom("bookings as booking")
    .leftJoin("meetings", (join) =>
      join.onRef("meetings.bookingId", "=", "booking.id").on("meetings.joinUrl", "is not", null),
    )
    .select(["booking.id", "booking.startsAt", "booking.endsAt", "booking.status", "meetings.provider"])
    .select(selectParty("booking.intervieweeId").as("interviewee"))
    .select(selectParty("booking.interviewerId").as("interviewer"))
    .select(isDisputed.as("isDisputed"));
}
export type DeskBookingRow = Awaited<ReturnType<ReturnType<typeof selectDeskRows>["execute"]>>[number];

const orders = {
  latest: orderBy("desc", ["instant", "booking.startsAt"], ["id", "booking.id"]),
  earliest: orderBy("asc", ["instant", "booking.startsAt"], ["id", "booking.id"]),
} as const;

/** A page of bookings by their start. */
export async function selectDeskBookings(
  database: Database,
  { person, meeting, ...filter }: DeskBookingFilter,
  { order, ...page }: PageQuery & { order: keyof typeof orders },
) {
  let query = filterBookings(selectDeskRows(database), filter, null);
  if (person) {
    const from = filter.from === undefined ? sql`true` : sql`starts_at >= ${new Date(filter.from)}`;
    const to = filter.to === undefined ? sql`true` : sql`starts_at < ${new Date(filter.to)}`;
    query = query.where(isOfPeople(await findPersonIds(database, person), sql`${from} and ${to}`));
  }
  // An array, because PostgreSQL would rather walk through the bookings in the order of the list.
  if (meeting === "none") {
    query = query
      .where(sql<boolean>`booking.id = any(array(select booking_id from bookings_without_meeting))`)
      .where("meetings.joinUrl", "is", null)
      .where("booking.status", "=", "pending");
  } else if (meeting !== undefined) query = query.where("meetings.provider", "=", meeting);
  return await readPage(query, orders[order], page);
}

/**
 * The condition that one of these people is a party of the booking. Finds each party by its own index, because a
 * condition with "or" over both would read every booking. `inTime` limits the start again, so that a day of somebody
 * with a long history costs no more than one of a newcomer.
 */
function isOfPeople(ids: readonly string[], inTime: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`booking.id in (
    select id from bookings where ${isOneOf("bookings.interviewee_id", ids)} and ${inTime}
    union all select id from bookings where ${isOneOf("bookings.interviewer_id", ids)} and ${inTime})`;
}

interface DaysFilter {
  days: readonly { startsAt: Date; endsAt: Date }[];
  personIds: readonly string[] | undefined;
  status: BookingStatus | undefined;
  /** The most bookings of each day. */
  limit: number;
}

/**
 * The earliest bookings of each day, with the day's place in `days`. It is one statement, because PostgreSQL would need
 * longer to plan one for each day than to read the days.
 */
export async function selectBookingsOfDays(
  database: Database,
  { days, personIds, status, limit }: DaysFilter,
): Promise<(DeskBookingRow & { place: number })[]> {
  let ofDay = filterBookings(selectDeskRows(database), { status }, null).where(
    sql<boolean>`booking.starts_at >= day.starts_at and booking.starts_at < day.ends_at`,
  );
  if (personIds !== undefined) {
    ofDay = ofDay.where(isOfPeople(personIds, sql`starts_at >= day.starts_at and starts_at < day.ends_at`));
  }
  const { rows } = await sql<DeskBookingRow & { place: number }>`
    select (day.place - 1)::int as place, listed.*
    from unnest(${days.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${days.map(({ endsAt }) => endsAt)}::timestamptz[]) with ordinality day (starts_at, ends_at, place)
    cross join lateral ${ofDay.orderBy("booking.startsAt").orderBy("booking.id").limit(limit)} listed
    order by day.place, listed.starts_at, listed.id`.execute(database);
  return rows;
}

const oldestReportFirst = orderBy("asc", ["instant", "report.reportedAt"], ["id", "report.id"]);

/** Bookings with a report that waits for a decision. */
export function selectDisputes(database: Database, page: PageQuery) {
  const query = selectDeskRows(database)
    .innerJoin("noShowReports as report", "report.bookingId", "booking.id")
    .select(["report.reportedAt", "report.reportedBy"])
    .where("report.outcome", "=", "pending");
  return readPage(query, oldestReportFirst, page);
}

export async function findDeskBooking(database: Database, id: string) {
  const row = await selectDeskRows(database)
    .leftJoin("earnings as earning", "earning.bookingId", "booking.id")
    .leftJoin("payoutLines as paid", (join) =>
      join.onRef("paid.earningId", "=", "earning.id").on("paid.kind", "=", "earned"),
    )
    .leftJoin("payouts as payout", "payout.id", "paid.payoutId")
    .leftJoin("feedback as rating", "rating.bookingId", "booking.id")
    .leftJoin("feedbackFiles as file", "file.bookingId", "booking.id")
    .leftJoin("remedies as remedy", "remedy.bookingId", "booking.id")
    .select(["booking.createdAt", "booking.completedAt", "booking.cancelledAt", "booking.cancelledBy"])
    .select(["booking.sessionForfeited", "earning.amountPaise", "earning.status as earningStatus"])
    .select(["earning.voidReason", "payout.paidAt", "rating.interviewScore", "rating.createdAt as ratedAt"])
    .select(["file.uploadedAt", "remedy.grantedAt as remediedAt"])
    .where("booking.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}
export type DeskBookingDetailRow = NonNullable<Awaited<ReturnType<typeof findDeskBooking>>>;

/** The session that a booking spent, with the purchase that it came from. */
export async function findBookingCredit(database: Database, bookingId: string) {
  const row = await database
    .selectFrom("ledgerEntries as spend")
    .innerJoin("credits", "credits.id", "spend.creditId")
    .innerJoin("creditLots as lot", "lot.id", "spend.lotId")
    .leftJoin("ledgerEntries as back", (join) =>
      join.onRef("back.bookingId", "=", "spend.bookingId").on("back.kind", "=", "return"),
    )
    .select(["credits.valuePaise", "lot.source", "lot.paymentId", "back.id as returnId"])
    .where("spend.kind", "=", "spend")
    .where("spend.bookingId", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectMoves(database: Database, bookingId: string) {
  return await database
    .selectFrom("bookingMoves")
    .select(["fromStartsAt", "movedAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("sequence")
    .execute();
}

export async function selectReports(database: Database, bookingId: string) {
  return await database
    .selectFrom("noShowReports")
    .select(["reportedBy", "outcome", "reportedAt", "decidedAt", "record"])
    .where("bookingId", "=", bookingId)
    .orderBy("reportedAt")
    .execute();
}
