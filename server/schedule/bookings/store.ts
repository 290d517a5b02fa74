import type { NoShowReport } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { isOwnRoom } from "../meetings/is-in-own-room.ts";
import { evidenceColumns } from "./no-shows/evidence-columns.ts";
import type { InterviewEvidence } from "./no-shows/took-place.ts";
import type { BookingRecord } from "./rules.ts";
import { lastOwnReturn } from "./unclear/unclear-store.ts";

/** Both parties' no-show reports, oldest first, in the API's form. */
const reportsOfBooking = sql<NoShowReport[]>`(
  select coalesce(json_agg(json_build_object(
    'by', report.reported_by, 'outcome', report.outcome, 'record', report.record,
    'reportedAt', to_char(report.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by report.reported_at), '[]') from no_show_reports report where report.booking_id = booking.id
)`.as("noShowReports");

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

const recordColumns = [
  "id",
  "interviewerId",
  "intervieweeId",
  "startsAt",
  "endsAt",
  "status",
  "slotId",
  "inviteSequence",
  "cancelledBy",
  "sessionForfeited",
] as const;

export async function selectBookingRecord(
  database: Database | Tx,
  id: string,
): Promise<BookingRecord | null> {
  const row = await database
    .selectFrom("bookings")
    .select(recordColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Reads a booking and blocks changes to it until the transaction ends. Take this lock before the booking's other
 * locks.
 */
export async function lockBookingRecordForShare(tx: Tx, id: string): Promise<BookingRecord | null> {
  const row = await tx
    .selectFrom("bookings")
    .select(recordColumns)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return row ?? null;
}

/** Bookings whose end has passed and that the record has not settled yet, oldest first; of these ids, if any are given. */
export async function findDueBookings(
  database: Database | Tx,
  now: Date,
  limit: number,
  ids?: readonly string[],
): Promise<BookingRecord[]> {
  let query = database
    .selectFrom("bookings")
    .select(recordColumns)
    .where("status", "=", "pending")
    .where("endsAt", "<=", now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("unclearInterviews").whereRef("bookingId", "=", "bookings.id"))),
    );
  if (ids !== undefined) query = query.where("id", "in", ids);
  return await query.orderBy("endsAt").limit(limit).execute();
}

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

/**
 * Marks up to `limit` bookings as announced, oldest first, and returns their ids. Skips bookings that another
 * worker has locked.
 */
export async function markAnnounced(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .updateTable("bookings")
    .set({ announcedAt: now })
    .where("id", "in", (select) =>
      select
        .selectFrom("bookings")
        .select("id")
        .where("announcedAt", "is", null)
        .orderBy("createdAt")
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
