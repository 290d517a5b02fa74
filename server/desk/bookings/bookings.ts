import * as contract from "@greenroom/contract/desk/bookings.ts";
import {
  type DeskBooking,
  type DeskBookingDetail,
  type DeskRoomRecord,
  deskRecordKinds,
  type meetingFilters,
} from "@greenroom/contract/desk/bookings.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { signFeedbackFile } from "../../review/feedback/feedback-file.ts";
import { collectRecord } from "../../room/record/room-record.ts";
import { readClosedDays } from "../../schedule/availability/time-off.ts";
import { findAttendance } from "../../schedule/bookings/attendance.ts";
import { findBooking, findUnclear } from "../../schedule/bookings/find-booking.ts";
import { filterBookings } from "../../schedule/bookings/lists.ts";
import { presentUnclearInterview } from "../../schedule/bookings/present.ts";
import { findPresentedProposal } from "../../schedule/bookings/proposals.ts";
import { bindList, recordDataView } from "../list.ts";
import { findPersonIds, isOneOf, presentSelected, selectPerson } from "../people/find-people.ts";
import { listMoveSlots } from "./propose-move.ts";

/** Bookings at the desk. */
export function registerDeskBookingRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, clock } = deps;
  bindList(app, deps, contract.listDeskBookings, {
    view: "bookings-listed",
    read: ({ query: { to, ...query } }) =>
      selectDeskBookings(database, { ...query, to: to ?? latestStart(query.status, clock.now()) }),
    present: presentRow,
  });
  bind(app, deps, contract.getDeskBooking, ({ actor, params }) => getDeskBooking(deps, actor, params.id));
  bind(app, deps, contract.getDeskRoomRecord, ({ actor, params }) =>
    readDeskRoomRecord(deps, actor, params.id),
  );
  bind(app, deps, contract.getDeskFeedbackFile, async ({ actor, params }) => {
    await recordDataView(deps, actor, "feedback-file-opened", `booking:${params.id}`);
    return await signFeedbackFile(deps, params.id);
  });
  bind(app, deps, contract.listOfferedSlots, ({ actor, params }) => listMoveSlots(deps, actor, params.id));
  bindList(app, deps, contract.listClosedDays, {
    view: "closed-days-listed",
    read: ({ query }) => selectClosedDays(deps, query),
    present: ({ id, firstDay, timeZone, interviewerId, firstName, lastName, email }) => ({
      _id: id,
      day: firstDay,
      timeZone,
      interviewer: { _id: interviewerId, name: fullName({ firstName, lastName }), email },
    }),
  });
}

/**
 * An interview that took place, or should have, has begun. Without this bound, the newest of them were found by reading
 * past all upcoming bookings.
 */
function latestStart(status: DeskBookingFilter["status"], now: Date): string | undefined {
  const isUpcomingToo = status === undefined || status === "pending" || status === "cancelled";
  return isUpcomingToo ? undefined : now.toISOString();
}

/** Days that operators closed and that can be opened again, the earliest first. */
async function selectClosedDays(
  { database, clock }: Deps,
  { person, from, to, ...page }: PageQuery & Pick<DeskBookingFilter, "person" | "from" | "to">,
) {
  const now = clock.now();
  const filter = {
    interviewerIds: person ? await findPersonIds(database, person) : undefined,
    // A day that is over cannot be opened again, and those grow with the years.
    endsAfter: from === undefined ? now : new Date(Math.max(now.getTime(), Date.parse(from))),
    startsBefore: to === undefined ? undefined : new Date(to),
  };
  return await readClosedDays(database, filter, page);
}

/** One booking with all its details. Throws `not_found`. */
async function getDeskBooking(deps: Deps, actor: Actor, id: string): Promise<DeskBookingDetail> {
  const { database } = deps;
  const row = await findDeskBooking(database, id);
  const booking = await findBooking(database, id);
  if (row === undefined || booking === null)
    throw new AppError("not_found", { msg: "This booking does not exist." });
  await recordDataView(deps, actor, "booking-viewed", `booking:${id}`);
  // The session that the booking spent, with the purchase that it came from.
  const credit = await database
    .selectFrom("ledgerEntries as spend")
    .innerJoin("credits", "credits.id", "spend.creditId")
    .innerJoin("creditLots as lot", "lot.id", "spend.lotId")
    .leftJoin("ledgerEntries as back", (join) =>
      join.onRef("back.bookingId", "=", "spend.bookingId").on("back.kind", "=", "return"),
    )
    .select(["credits.valuePaise", "lot.source", "lot.paymentId", "back.id as returnId"])
    .where("spend.kind", "=", "spend")
    .where("spend.bookingId", "=", id)
    .executeTakeFirst();
  const moves = await database
    .selectFrom("bookingMoves")
    .select(["fromStartsAt", "movedAt"])
    .where("bookingId", "=", id)
    .orderBy("sequence")
    .execute();
  const reports = await database
    .selectFrom("noShowReports")
    .select(["reportedBy", "outcome", "reportedAt", "decidedAt", "record"])
    .where("bookingId", "=", id)
    .orderBy("reportedAt")
    .execute();
  const unclear = await findUnclear(database, id);
  return {
    ...presentRow(row),
    ...presentOutcome(row),
    moves: moves.map(({ fromStartsAt, movedAt }) => ({
      fromTime: fromStartsAt.toISOString(),
      movedAt: movedAt.toISOString(),
    })),
    session:
      credit === undefined
        ? null
        : {
            value: rupeesFromPaise(credit.valuePaise),
            source: credit.source,
            paymentId: credit.paymentId,
            wasReturned: credit.returnId !== null,
          },
    moveProposal: await findPresentedProposal(database, booking, deps.clock.now()),
    reports: reports.map(({ reportedBy, outcome, reportedAt, decidedAt, record }) => ({
      by: reportedBy,
      outcome: outcome as DeskBookingDetail["reports"][number]["outcome"],
      reportedAt: reportedAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      record,
    })),
    unclear: unclear && presentUnclearInterview(unclear),
    attendance: await findAttendance(database, booking),
  };
}

function presentRow(row: DeskBookingRow): DeskBooking {
  return {
    _id: row.id,
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    status: row.status,
    interviewee: presentSelected(row.interviewee),
    interviewer: presentSelected(row.interviewer),
    meeting: row.provider,
    isDisputed: row.isDisputed,
  };
}

function presentOutcome(row: DeskBookingDetailRow) {
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    bookedAt: row.createdAt.toISOString(),
    completedAt: iso(row.completedAt),
    cancellation:
      row.cancelledAt === null || row.cancelledBy === null
        ? null
        : {
            at: row.cancelledAt.toISOString(),
            by: row.cancelledBy,
            sessionReturned: !row.sessionForfeited,
          },
    earning:
      row.amountPaise === null || row.earningStatus === null
        ? null
        : {
            amount: rupeesFromPaise(row.amountPaise),
            status: row.earningStatus,
            voidReason: row.voidReason,
            paidAt: iso(row.paidAt),
          },
    rating:
      row.interviewScore === null || row.ratedAt === null
        ? null
        : { score: row.interviewScore, givenAt: row.ratedAt.toISOString() },
    feedbackFileAt: iso(row.uploadedAt),
    remediedAt: iso(row.remediedAt),
  };
}

/**
 * The part of the room's record that can settle a dispute, without transcript, questions, marks and notes.
 * Throws `not_found`.
 */
async function readDeskRoomRecord(deps: Deps, actor: Actor, bookingId: string): Promise<DeskRoomRecord> {
  const { database } = deps;
  const booking = await findBooking(database, bookingId);
  if (booking === null) throw new AppError("not_found", { msg: "This booking does not exist." });
  await recordDataView(deps, actor, "room-record-viewed", `booking:${bookingId}`);
  const { intervieweeId, interviewerId } = booking;
  const people = await findPeople(database, [intervieweeId, interviewerId]);
  const personOf = (id: string, role: "interviewee" | "interviewer") => ({
    _id: id,
    firstName: people.get(id)?.firstName ?? "",
    lastName: people.get(id)?.lastName ?? "",
    role,
    isYou: false,
  });
  const { items, code } = await collectRecord(database, booking, {
    now: deps.clock.now(),
    withMarks: false,
    readerId: null,
  });
  const readable: readonly string[] = deskRecordKinds;
  return {
    bookingId,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    people: [personOf(intervieweeId, "interviewee"), personOf(interviewerId, "interviewer")],
    items: items.filter(({ kind }) => readable.includes(kind)),
    code,
  };
}

interface DeskBookingFilter {
  /** An id, or part of a name or address. */
  person?: string | undefined;
  status?: BookingStatus | undefined;
  disputed?: "true" | undefined;
  meeting?: (typeof meetingFilters)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const isDisputed = sql<boolean>`exists (
  select from no_show_reports report where report.booking_id = booking.id and report.outcome = 'pending')`;

function selectDeskRows(database: Database) {
  return database
    .selectFrom("bookings as booking")
    .leftJoin("meetings", (join) =>
      join.onRef("meetings.bookingId", "=", "booking.id").on("meetings.joinUrl", "is not", null),
    )
    .select(["booking.id", "booking.startsAt", "booking.endsAt", "booking.status", "meetings.provider"])
    .select(selectPerson("booking.intervieweeId").as("interviewee"))
    .select(selectPerson("booking.interviewerId").as("interviewer"))
    .select(isDisputed.as("isDisputed"));
}
type DeskBookingRow = Awaited<ReturnType<ReturnType<typeof selectDeskRows>["execute"]>>[number];

const orders = {
  latest: orderBy("desc", ["instant", "booking.startsAt"], ["id", "booking.id"]),
  earliest: orderBy("asc", ["instant", "booking.startsAt"], ["id", "booking.id"]),
} as const;

/** A page of bookings by their start. */
async function selectDeskBookings(
  database: Database,
  {
    person,
    disputed,
    meeting,
    order = "latest",
    limit,
    after,
    ...filter
  }: PageQuery & DeskBookingFilter & { order?: keyof typeof orders | undefined },
) {
  let query = filterBookings(selectDeskRows(database), filter, null);
  if (person) {
    const from = filter.from === undefined ? sql`true` : sql`starts_at >= ${new Date(filter.from)}`;
    const to = filter.to === undefined ? sql`true` : sql`starts_at < ${new Date(filter.to)}`;
    query = query.where(isOfPeople(await findPersonIds(database, person), sql`${from} and ${to}`));
  }
  // Arrays, because PostgreSQL would rather walk through the bookings in the order of the list.
  if (disputed !== undefined) {
    query = query.where(
      sql<boolean>`booking.id = any(array(select booking_id from no_show_reports where outcome = 'pending'))`,
    );
  }
  if (meeting === "none") {
    query = query
      .where(sql<boolean>`booking.id = any(array(select booking_id from bookings_without_meeting))`)
      .where("meetings.joinUrl", "is", null)
      .where("booking.status", "=", "pending");
  } else if (meeting !== undefined) query = query.where("meetings.provider", "=", meeting);
  return await readPage(query, orders[order], { limit, after });
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

async function findDeskBooking(database: Database, id: string) {
  return await selectDeskRows(database)
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
}
type DeskBookingDetailRow = NonNullable<Awaited<ReturnType<typeof findDeskBooking>>>;
