import * as contract from "@greenroom/contract/desk/bookings.ts";
import {
  type BookingDay,
  type ClosedDay,
  type DeskBooking,
  type DeskBookingDetail,
  type DeskRoomRecord,
  deskRecordKinds,
  maxDayBookings,
} from "@greenroom/contract/desk/bookings.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import { addDays, toInstantRange } from "../../kernel/days.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { signFeedbackFile } from "../../review/feedback/feedback-file.ts";
import { collectRecord } from "../../room/record/room-record.ts";
import { readClosedDays } from "../../schedule/availability/time-off.ts";
import { findAttendance } from "../../schedule/bookings/attendance.ts";
import { findBooking, findUnclear } from "../../schedule/bookings/find-booking.ts";
import { presentUnclearInterview } from "../../schedule/bookings/present.ts";
import { findPresentedProposal } from "../../schedule/bookings/proposals.ts";
import { recordDataView } from "../audit/audit.ts";
import { bindList } from "../list.ts";
import { findPersonIds } from "../people/find-people.ts";
import {
  type DeskBookingDetailRow,
  type DeskBookingFilter,
  type DeskBookingRow,
  findBookingCredit,
  findDeskBooking,
  selectBookingsOfDays,
  selectDeskBookings,
  selectDisputes,
  selectMoves,
  selectReports,
} from "./booking-store.ts";
import { getProposalState, listMoveSlots } from "./propose-move.ts";

/** Bookings at the desk. */
export function registerDeskBookingRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listDeskBookings, contract.listDeskBookingsCsv, (call) =>
    listDeskBookings(deps, call.actor, call.query),
  );
  bind(app, deps, contract.getBookingWeek, ({ actor, query }) => getBookingWeek(deps, actor, query));
  bind(app, deps, contract.getDeskBooking, ({ actor, params }) => getDeskBooking(deps, actor, params.id));
  bind(app, deps, contract.getDeskRoomRecord, ({ actor, params }) =>
    readDeskRoomRecord(deps, actor, params.id),
  );
  bind(app, deps, contract.getDeskFeedbackFile, async ({ actor, params }) => {
    await recordDataView(deps, actor, "feedback-file-opened", `booking:${params.id}`);
    return await signFeedbackFile(deps, params.id);
  });
  bind(app, deps, contract.listOfferedSlots, ({ actor, params }) => listMoveSlots(deps, actor, params.id));
  bind(app, deps, contract.getMoveProposalState, async ({ params }) => ({
    proposal: await getProposalState(deps, params.id),
  }));
  bindList(app, deps, contract.listClosedDays, contract.listClosedDaysCsv, (call) =>
    listClosedDays(deps, call.actor, call.query),
  );
  bindList(app, deps, contract.listDisputes, contract.listDisputesCsv, (call) =>
    listDisputes(deps, call.actor, call.query),
  );
}

type ReadDeps = Pick<Deps, "database" | "clock">;

/** Bookings that match the filter, the latest start first unless another order is given. */
export async function listDeskBookings(
  deps: ReadDeps,
  actor: Actor,
  {
    limit,
    after,
    order = "latest",
    ...filter
  }: PageQuery & DeskBookingFilter & { order?: "earliest" | "latest" | undefined },
): Promise<Page<DeskBooking>> {
  await recordDataView(deps, actor, "bookings-listed");
  const bounded = { ...filter, to: filter.to ?? latestStart(filter.status, deps.clock.now()) };
  const { rows, next } = await selectDeskBookings(deps.database, bounded, { limit, after, order });
  return { rows: rows.map(presentRow), next };
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
export async function listClosedDays(
  deps: ReadDeps,
  actor: Actor,
  { person, from, to, ...page }: PageQuery & Pick<DeskBookingFilter, "person" | "from" | "to">,
): Promise<Page<ClosedDay>> {
  const { database, clock } = deps;
  await recordDataView(deps, actor, "closed-days-listed");
  const now = clock.now();
  const filter = {
    interviewerIds: person ? await findPersonIds(database, person) : undefined,
    // A day that is over cannot be opened again, and those grow with the years.
    endsAfter: from === undefined ? now : new Date(Math.max(now.getTime(), Date.parse(from))),
    startsBefore: to === undefined ? undefined : new Date(to),
  };
  const { rows, next } = await readClosedDays(database, filter, page);
  return {
    rows: rows.map(({ id, firstDay, timeZone, interviewerId, firstName, lastName, email }) => ({
      _id: id,
      day: firstDay,
      timeZone,
      interviewer: { _id: interviewerId, name: fullName({ firstName, lastName }), email },
    })),
    next,
  };
}

/** Bookings with a no-show report that waits for a decision. */
export async function listDisputes(deps: ReadDeps, actor: Actor, page: PageQuery) {
  await recordDataView(deps, actor, "disputes-listed");
  const { rows, next } = await selectDisputes(deps.database, page);
  return {
    rows: rows.map((row) => ({
      ...presentRow(row),
      reportedAt: row.reportedAt.toISOString(),
      reportedBy: row.reportedBy,
    })),
    next,
  };
}

/** One booking with all its details. Throws `not_found`. */
export async function getDeskBooking(deps: ReadDeps, actor: Actor, id: string): Promise<DeskBookingDetail> {
  const { database } = deps;
  const row = await findDeskBooking(database, id);
  const booking = await findBooking(database, id);
  if (row === null || booking === null)
    throw new AppError("not_found", { msg: "This booking does not exist." });
  await recordDataView(deps, actor, "booking-viewed", `booking:${id}`);
  const credit = await findBookingCredit(database, id);
  const moves = await selectMoves(database, id);
  const reports = await selectReports(database, id);
  const unclear = await findUnclear(database, id);
  return {
    ...presentRow(row),
    ...presentOutcome(row),
    moves: moves.map(({ fromStartsAt, movedAt }) => ({
      fromTime: fromStartsAt.toISOString(),
      movedAt: movedAt.toISOString(),
    })),
    session:
      credit === null
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

export function presentRow(row: DeskBookingRow): DeskBooking {
  return {
    _id: row.id,
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    status: row.status,
    interviewee: presentParty(row.interviewee),
    interviewer: presentParty(row.interviewer),
    meeting: row.provider,
    isDisputed: row.isDisputed,
  };
}

function presentParty({ id, firstName, lastName, email }: DeskBookingRow["interviewee"]) {
  return { _id: id, name: fullName({ firstName, lastName }), email };
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

interface Week {
  firstDay: string;
  timeZone: string;
  person?: string | undefined;
  status?: BookingStatus | undefined;
}

/** Seven days of bookings, at most `maxDayBookings` of each. Looking at them is one line of the audit log. */
export async function getBookingWeek(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  { firstDay, timeZone, person, status }: Week,
): Promise<BookingDay[]> {
  await recordDataView(deps, actor, "bookings-listed");
  const personIds = person ? await findPersonIds(deps.database, person) : undefined;
  const days = Array.from({ length: 7 }, (_, place) => addDays(firstDay, place));
  const rows = await selectBookingsOfDays(deps.database, {
    days: days.map((day) => toInstantRange({ firstDay: day, lastDay: day }, timeZone)),
    personIds,
    status,
    limit: maxDayBookings + 1,
  });
  return days.map((day, place) => {
    const ofDay = rows.filter((row) => row.place === place);
    return {
      day,
      bookings: ofDay.slice(0, maxDayBookings).map(presentRow),
      hasMore: ofDay.length > maxDayBookings,
    };
  });
}

/**
 * The part of the room's record that can settle a dispute, without transcript, questions, marks and notes.
 * Throws `not_found`.
 */
export async function readDeskRoomRecord(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  bookingId: string,
): Promise<DeskRoomRecord> {
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
