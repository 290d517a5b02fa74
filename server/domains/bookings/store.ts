import type { BookingStatus, NoShowReport } from "@greenroom/contract/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { BookingRecord } from "./rules.ts";

/** What either party said of the other's not coming, oldest first, as the wire has it. */
const reportsOfBooking = sql<NoShowReport[]>`(
  select coalesce(json_agg(json_build_object(
    'by', report.reported_by, 'outcome', report.outcome, 'record', report.record,
    'reportedAt', to_char(report.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by report.reported_at), '[]') from no_show_reports report where report.booking_id = booking.id
)`.as("noShowReports");

/** Bookings with all that a list shows of them. */
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
      "aiReports.report as aiReport",
      "remedies.grantedAt as remediedAt",
      "booking.cancelledAt",
      "booking.cancelledBy",
      "booking.sessionForfeited",
      reportsOfBooking,
    ]);
}
export type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>["execute"]>>[number];

/** The booking that this person made under this key, if any. */
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

type RecordRow = Omit<BookingRecord, "status" | "cancelledBy"> & {
  status: string;
  cancelledBy: string | null;
};

/** The schema's checks allow no other words than the types do. */
function asRecord(row: RecordRow): BookingRecord {
  return {
    ...row,
    status: row.status as BookingStatus,
    cancelledBy: row.cancelledBy as BookingRecord["cancelledBy"],
  };
}

export async function selectBookingRecord(
  database: Database | Tx,
  id: string,
): Promise<BookingRecord | null> {
  const row = await database
    .selectFrom("bookings")
    .select(recordColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? null : asRecord(row);
}

/** A booking that stands still until the transaction ends. Take this lock before others of the booking. */
export async function holdBookingRecord(tx: Tx, id: string): Promise<BookingRecord | null> {
  const row = await tx
    .selectFrom("bookings")
    .select(recordColumns)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return row === undefined ? null : asRecord(row);
}

/** Pending bookings whose end has passed, oldest first, less those that somebody else is completing right now. */
export async function lockDueBookings(tx: Tx, now: Date, limit: number): Promise<BookingRecord[]> {
  const rows = await tx
    .selectFrom("bookings")
    .select(recordColumns)
    .where("status", "=", "pending")
    .where("endsAt", "<=", now)
    .orderBy("endsAt")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(asRecord);
}

/** False when it was not pending any more. */
export async function markCompleted(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bookings")
    .set({ status: "completed", completedAt: now })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks up to `limit` bookings as announced, oldest first, and answers them; those in other hands are passed over. */
export async function takeUnannounced(tx: Tx, now: Date, limit: number): Promise<string[]> {
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
        .forUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
