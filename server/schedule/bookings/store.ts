import type {
  Attendance,
  BookingStatus,
  NoShowReport,
  Party,
  UnclearInterview,
} from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { isOwnRoom } from "../meetings/meeting-place.ts";
import { type BookingRecord, type InterviewEvidence, mostOwnReturns } from "./rules.ts";

/**
 * Bookings with everything that a list shows of them. The index `move_proposals_one_open` finds a booking's only
 * proposal without an outcome, so the join adds no row.
 */
export function selectBookings(database: Database | Tx) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as interviewer", "interviewer.id", "booking.interviewerId")
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("meetings", "meetings.bookingId", "booking.id")
    .leftJoin("feedback", "feedback.bookingId", "booking.id")
    .leftJoin("feedbackFiles", "feedbackFiles.bookingId", "booking.id")
    .leftJoin("remedies", "remedies.bookingId", "booking.id")
    .leftJoin("aiReports", "aiReports.bookingId", "booking.id")
    .leftJoin("bookingGoals", "bookingGoals.bookingId", "booking.id")
    .leftJoin("unclearInterviews as unclear", "unclear.bookingId", "booking.id")
    .leftJoin("moveProposals as proposal", (join) =>
      join.onRef("proposal.bookingId", "=", "booking.id").on("proposal.outcome", "is", null),
    )
    .select([
      "booking.id",
      "booking.status",
      "booking.startsAt",
      "booking.endsAt",
      "booking.interviewerId",
      "booking.intervieweeId",
      "interviewer.firstName as interviewerFirstName",
      "interviewer.lastName as interviewerLastName",
      "interviewee.firstName as intervieweeFirstName",
      "interviewee.lastName as intervieweeLastName",
      "interviewee.email as intervieweeEmail",
      "meetings.joinUrl",
      "feedback.interviewScore",
      "feedback.overallSummary",
      "feedbackFiles.storageKey as feedbackFileKey",
      "aiReports.checked as checkedReport",
      "aiReports.createdAt as reportMadeAt",
      "bookingGoals.goal",
      "remedies.grantedAt as remediedAt",
      "booking.cancelledAt",
      "booking.cancelledBy",
      "booking.sessionForfeited",
      "booking.completedAt",
      "booking.inviteSequence",
      "unclear.found as unclearFound",
      "unclear.foundAt as unclearSince",
      "unclear.secondsTogether as unclearSeconds",
      "unclear.reason as unclearReason",
      "unclear.outcome as unclearOutcome",
      "unclear.intervieweeConfirmed",
      "unclear.interviewerConfirmed",
      lastOwnReturn,
      "proposal.id as proposalId",
      "proposal.bookingSequence as proposalSequence",
      "proposal.expiresAt as proposalExpiresAt",
      "proposal.intervieweeAcceptedAt",
      "proposal.interviewerAcceptedAt",
      reportsOfBooking,
      ...evidenceColumns,
    ]);
}

export type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>["execute"]>>[number];

/** The booking that this person made with this key, if any. */
export function findBookingByKey(
  database: Database,
  intervieweeId: string,
  key: string,
): Promise<BookingRow | undefined> {
  return selectBookings(database)
    .where("booking.intervieweeId", "=", intervieweeId)
    .where("booking.idempotencyKey", "=", key)
    .executeTakeFirst();
}

/** The evidence that an interview took place. */
export async function getInterviewEvidence(
  deps: Pick<Deps, "meetings">,
  tx: Tx,
  bookingId: string,
): Promise<InterviewEvidence & { isUnclear: boolean }> {
  const { status, interviewScore, feedbackFileKey, meetingProvider, unclearFound, ...evidence } =
    await selectBookings(tx).where("booking.id", "=", bookingId).executeTakeFirstOrThrow();
  return {
    ...evidence,
    status,
    isRecorded: isOwnRoom(deps, meetingProvider),
    hasFeedback: interviewScore !== null,
    hasFeedbackFile: feedbackFileKey !== null,
    isUnclear: unclearFound !== null,
  };
}

/** Both parties' no-show reports, oldest first, in the API's form. */
const reportsOfBooking = sql<NoShowReport[]>`(
  select coalesce(json_agg(json_build_object(
    'by', report.reported_by, 'outcome', report.outcome, 'record', report.record,
    'reportedAt', to_char(report.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by report.reported_at), '[]') from no_show_reports report where report.booking_id = booking.id
)`.as("noShowReports");

/**
 * The columns with the visits to the room for `InterviewEvidence`, for a query with the alias `booking` that
 * left-joins `meetings`. Lists can select them for every booking, because a booking has few visits and an
 * index finds them by its id.
 */
const evidenceColumns = [
  // A person with two visits at once, on two devices, counts once, because a range contains no moment twice.
  sql<number>`(
    select coalesce(sum(extract(epoch from upper(together) - lower(together))), 0)::float8
    from unnest(
      (${presenceOf("interviewee_id")}) * (${presenceOf("interviewer_id")})
      * tstzmultirange(tstzrange(booking.starts_at, booking.ends_at))) together
  )`.as("secondsTogether"),
  wasSeen("interviewee_id").as("wasIntervieweeSeen"),
  wasSeen("interviewer_id").as("wasInterviewerSeen"),
  sql<string | null>`meetings.provider`.as("meetingProvider"),
] as const;

/** Whether one party was in the room during the interview. */
function wasSeen(partyColumn: "interviewee_id" | "interviewer_id") {
  return sql<boolean>`exists (
    select from room_visits where booking_id = booking.id and user_id = ${sql.ref(`booking.${partyColumn}`)}
      and entered_at < booking.ends_at and last_seen_at >= booking.starts_at)`;
}

/** The times of one party in the room, as a multirange; null without a visit. */
function presenceOf(partyColumn: "interviewee_id" | "interviewer_id") {
  return sql`
    select range_agg(tstzrange(entered_at, greatest(entered_at, last_seen_at))) from room_visits
    where booking_id = booking.id and user_id = ${sql.ref(`booking.${partyColumn}`)}`;
}

/**
 * The earliest of the last two short interviews that the interviewee of an open short interview took back by their own
 * answer; null if there are fewer, or if the interview is no such one.
 */
const lastOwnReturn =
  sql<Date | null>`case when unclear.found = 'ended-early' and unclear.outcome is null then (
  select other.decided_at from bookings returned join unclear_interviews other on other.booking_id = returned.id
  where returned.interviewee_id = booking.interviewee_id and other.found = 'ended-early'
    and other.outcome = 'session-returned' and other.interviewee_confirmed = false
  order by other.decided_at desc offset ${sql.lit(mostOwnReturns - 1)} limit 1) end`.as("lastOwnReturn");

/* What happens to a booking after it was made. */

/** Returns false if the booking was no longer pending. */
export async function markCompleted(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bookings")
    .set({ status: "completed", completedAt: now })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the booking was no longer pending. */
export async function markCanceled(
  tx: Tx,
  id: string,
  { by, forfeits, now }: { by: NonNullable<BookingRecord["cancelledBy"]>; forfeits: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bookings")
    .set((update) => ({
      status: "cancelled",
      cancelledAt: now,
      cancelledBy: by,
      sessionForfeited: forfeits,
      inviteSequence: update("inviteSequence", "+", 1),
    }))
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface MoveDetails {
  interviewerId: string;
  slot: { id: string; startsAt: Date; endsAt: Date };
  sequence: number;
  now: Date;
}

/**
 * Returns false if the booking was no longer pending. Rejects with `bookings_no_overlap` if the interviewee has
 * another interview at that time.
 */
export async function markMoved(tx: Tx, id: string, move: MoveDetails): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bookings")
    .set({
      slotId: move.slot.id,
      interviewerId: move.interviewerId,
      startsAt: move.slot.startsAt,
      endsAt: move.slot.endsAt,
      inviteSequence: move.sequence,
      movedAt: move.now,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the booking's time and interviewer before a move. */
export async function insertMove(
  tx: Tx,
  from: BookingRecord,
  { sequence, now }: { sequence: number; now: Date },
): Promise<void> {
  await tx
    .insertInto("bookingMoves")
    .values({
      bookingId: from.id,
      sequence,
      fromSlotId: from.slotId,
      fromInterviewerId: from.interviewerId,
      fromStartsAt: from.startsAt,
      fromEndsAt: from.endsAt,
      movedAt: now,
    })
    .execute();
}

/** The booking's time and interviewer before the move that the invitation with this sequence announced. */
export function getMove(database: Database, bookingId: string, sequence: number) {
  return database
    .selectFrom("bookingMoves")
    .select(["fromInterviewerId as interviewerId", "fromStartsAt as startsAt", "fromEndsAt as endsAt"])
    .where("bookingId", "=", bookingId)
    .where("sequence", "=", sequence)
    .executeTakeFirstOrThrow();
}

/** Marks a no-show on a completed booking, also if the other party was marked before. */
export async function markNoShow(tx: Tx, id: string, status: BookingStatus): Promise<void> {
  await tx
    .updateTable("bookings")
    .set({ status })
    .where("id", "=", id)
    .where("status", "not in", ["pending", "cancelled"])
    .execute();
}

/**
 * Takes the mark of a no-show off a booking. If the interviewer was paid for it, it is completed and they keep the
 * earning. If the session was returned, it stays returned, and the booking counts as canceled: nobody owes feedback for
 * it.
 */
export async function markBothCame(tx: Tx, { id, status }: BookingRecord, now: Date): Promise<void> {
  if (status === "no_show_interviewee") {
    await tx.updateTable("bookings").set({ status: "completed" }).where("id", "=", id).execute();
  } else if (status === "no_show_interviewer") {
    await tx
      .updateTable("bookings")
      .set((update) => ({
        status: "cancelled",
        completedAt: null,
        cancelledAt: now,
        cancelledBy: "operator",
        inviteSequence: update("inviteSequence", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
  }
}

/* No-show reports. */

interface NewReport {
  id: string;
  bookingId: string;
  by: Party;
  record: Attendance;
  outcome: NoShowReport["outcome"];
  now: Date;
}

/** One report per party; a second rejects with `no_show_one_report_a_party`. */
export async function insertNoShowReport(tx: Tx, report: NewReport): Promise<void> {
  await tx
    .insertInto("noShowReports")
    .values({
      id: report.id,
      bookingId: report.bookingId,
      reportedBy: report.by,
      record: JSON.stringify(report.record),
      outcome: report.outcome,
      reportedAt: report.now,
      decidedAt: report.outcome === "pending" ? null : report.now,
    })
    .execute();
}

export function selectNoShowReport(database: Database, bookingId: string, by: Party) {
  return database
    .selectFrom("noShowReports")
    .select(["id", "outcome", "record", "reportedAt"])
    .where("bookingId", "=", bookingId)
    .where("reportedBy", "=", by)
    .executeTakeFirstOrThrow();
}

/** The no-show reports of a booking, at most one of each party. */
export async function findReports(tx: Tx, bookingId: string): Promise<{ by: Party; outcome: string }[]> {
  const rows = await tx
    .selectFrom("noShowReports")
    .select(["reportedBy", "outcome"])
    .where("bookingId", "=", bookingId)
    .execute();
  return rows.map(({ reportedBy, outcome }) => ({ by: reportedBy, outcome }));
}

/** Decides all waiting reports of a booking: those against the party that was absent, if any, are upheld. */
export async function decideReports(
  tx: Tx,
  bookingId: string,
  { absent, now }: { absent: Party | null; now: Date },
): Promise<void> {
  await tx
    .updateTable("noShowReports")
    .set(({ ref }) => ({
      outcome: sql`case when ${ref("reportedBy")} <> ${absent}::text then 'upheld' else 'dismissed' end`,
      decidedAt: now,
    }))
    .where("bookingId", "=", bookingId)
    .where("outcome", "=", "pending")
    .execute();
}

/** Dismisses every report of a booking that still waits. */
export async function dismissPendingReports(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await decideReports(tx, bookingId, { absent: null, now });
}

/* Interviews of which the room's record shows neither that they took place nor who missed them. */

interface NewUnclear {
  bookingId: string;
  found: UnclearInterview["found"];
  secondsTogether: number;
  reason: string | null;
  now: Date;
}

export async function insertUnclear(tx: Tx, { now, secondsTogether, ...unclear }: NewUnclear): Promise<void> {
  const values = { ...unclear, foundAt: now, secondsTogether: Math.floor(secondsTogether) };
  await tx.insertInto("unclearInterviews").values(values).execute();
}

export async function setReason(tx: Tx, bookingId: string, reason: string): Promise<void> {
  await tx.updateTable("unclearInterviews").set({ reason }).where("bookingId", "=", bookingId).execute();
}

/** Stores whether this party says that the interview took place. */
export async function setConfirmed(tx: Tx, bookingId: string, by: Party, tookPlace: boolean): Promise<void> {
  await tx
    .updateTable("unclearInterviews")
    .set(by === "interviewee" ? { intervieweeConfirmed: tookPlace } : { interviewerConfirmed: tookPlace })
    .where("bookingId", "=", bookingId)
    .execute();
}

export async function setRechecked(
  tx: Tx,
  bookingId: string,
  { secondsTogether, now }: { secondsTogether: number; now: Date },
): Promise<void> {
  await tx
    .updateTable("unclearInterviews")
    .set({ secondsTogether: Math.floor(secondsTogether), recheckedAt: now })
    .where("bookingId", "=", bookingId)
    .execute();
}

/** Does nothing to an interview that is not unclear, or no longer. */
export async function setUnclearOutcome(
  tx: Tx,
  bookingId: string,
  outcome: NonNullable<UnclearInterview["outcome"]>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("unclearInterviews")
    .set({ outcome, decidedAt: now })
    .where("bookingId", "=", bookingId)
    .where("outcome", "is", null)
    .execute();
}

/** Unanswered interviews to which nobody came and that ended by then, the earliest first. */
export async function selectUnanswered(database: Database, due: DueUnclear) {
  return await selectOpenUnclear(database, "nobody-came", due).execute();
}

/**
 * Interviews that were ended before their booked end, which has passed, and whose record was not read since, without
 * those of a report that waits for our decision.
 */
export async function selectContinued(database: Database, due: DueUnclear) {
  return await selectOpenUnclear(database, "ended-early", due)
    .where("unclear.recheckedAt", "is", null)
    .whereRef("unclear.foundAt", "<", "booking.endsAt")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("noShowReports")
            .whereRef("noShowReports.bookingId", "=", "booking.id")
            .where("noShowReports.outcome", "=", "pending"),
        ),
      ),
    )
    .execute();
}

interface DueUnclear {
  endedBy: Date;
  limit: number;
}

function selectOpenUnclear(
  database: Database,
  found: UnclearInterview["found"],
  { endedBy, limit }: DueUnclear,
) {
  return database
    .selectFrom("unclearInterviews as unclear")
    .innerJoin("bookings as booking", "booking.id", "unclear.bookingId")
    .select(["booking.id", "booking.intervieweeId", "booking.interviewerId"])
    .where("unclear.outcome", "is", null)
    .where("unclear.found", "=", found)
    .where("booking.status", "=", "pending")
    .where("booking.endsAt", "<=", endedBy)
    .orderBy("unclear.foundAt")
    .limit(limit);
}
