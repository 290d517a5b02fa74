import type { Attendance, BookingStatus, NoShowReport, Party } from "@greenroom/contract/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { BookingRecord } from "./rules.ts";

/* What becomes of a booking after it was made. */

interface Cancelled {
  by: NonNullable<BookingRecord["cancelledBy"]>;
  forfeits: boolean;
  now: Date;
}

/** False when it was not pending any more. */
export async function markCancelled(tx: Tx, id: string, { by, forfeits, now }: Cancelled): Promise<boolean> {
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

interface Moved {
  interviewerId: string;
  slot: { id: string; startsAt: Date; endsAt: Date };
  sequence: number;
  now: Date;
}

/** False when it was not pending any more. Rejects with `bookings_no_overlap` when they have an interview at that time. */
export async function markMoved(tx: Tx, id: string, move: Moved): Promise<boolean> {
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

/** Keeps where the booking stood before a move. */
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

/** Where a booking stood before the move that its invitation of this sequence told of. */
export function selectMove(database: Database, bookingId: string, sequence: number) {
  return database
    .selectFrom("bookingMoves")
    .select(["fromInterviewerId as interviewerId", "fromStartsAt as startsAt", "fromEndsAt as endsAt"])
    .where("bookingId", "=", bookingId)
    .where("sequence", "=", sequence)
    .executeTakeFirstOrThrow();
}

/** Writes that somebody did not come to a booking that is completed, or of which it was said of the other before. */
export async function markMissed(tx: Tx, id: string, status: BookingStatus): Promise<void> {
  await tx
    .updateTable("bookings")
    .set({ status })
    .where("id", "=", id)
    .where("status", "not in", ["pending", "cancelled"])
    .execute();
}

interface NewReport {
  id: string;
  bookingId: string;
  by: Party;
  record: Attendance;
  outcome: NoShowReport["outcome"];
  now: Date;
}

/** One a party: a second rejects with `no_show_one_report_a_party`. */
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

/** Who has said of this booking that the other did not come. */
export async function findReporters(tx: Tx, bookingId: string): Promise<Party[]> {
  const rows = await tx
    .selectFrom("noShowReports")
    .select("reportedBy")
    .where("bookingId", "=", bookingId)
    .execute();
  return rows.map(({ reportedBy }) => reportedBy as Party);
}

export function selectNoShowReport(database: Database, bookingId: string, by: Party) {
  return database
    .selectFrom("noShowReports")
    .select(["id", "outcome", "record", "reportedAt"])
    .where("bookingId", "=", bookingId)
    .where("reportedBy", "=", by)
    .executeTakeFirstOrThrow();
}

/** Who has a report of this booking waiting for the operator. */
export async function findWaitingReporters(tx: Tx, bookingId: string): Promise<Party[]> {
  const rows = await tx
    .selectFrom("noShowReports")
    .select("reportedBy")
    .where("bookingId", "=", bookingId)
    .where("outcome", "=", "pending")
    .execute();
  return rows.map(({ reportedBy }) => reportedBy as Party);
}

/** Whatever else was reported of this booking falls with a decision. */
export async function dismissWaiting(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable("noShowReports")
    .set({ outcome: "dismissed", decidedAt: now })
    .where("bookingId", "=", bookingId)
    .where("outcome", "=", "pending")
    .execute();
}

/** Writes what the operator decided of a report that waited. */
export async function decideReport(
  tx: Tx,
  bookingId: string,
  by: Party,
  { outcome, now }: { outcome: "upheld" | "dismissed"; now: Date },
): Promise<void> {
  await tx
    .updateTable("noShowReports")
    .set({ outcome, decidedAt: now })
    .where("bookingId", "=", bookingId)
    .where("reportedBy", "=", by)
    .where("outcome", "=", "pending")
    .execute();
}

/** True when the interviewee rated the session or the mentor's file is in. */
export async function wasReportedOn(tx: Tx, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`select
    exists (select from feedback where booking_id = ${bookingId})
    or exists (select from feedback_files where booking_id = ${bookingId}) as was`.execute(tx);
  return rows[0]?.was ?? false;
}

/** What is due between one reminder and the next, or the start. */
export interface ReminderWindow {
  hoursBefore: number;
  /** Starts after this, up to and with `until`. */
  from: Date;
  until: Date;
}

export interface DueReminder {
  bookingId: string;
  startsAt: Date;
}

/**
 * Marks the pending sessions that start in the window as reminded of and answers them: each once for its time, and none
 * that was booked or moved when the moment for this reminder had passed, for its confirmation said it all.
 */
export async function takeDueReminders(
  tx: Tx,
  { hoursBefore, from, until }: ReminderWindow,
  { now, limit }: { now: Date; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    insert into session_reminders (booking_id, hours_before, starts_at, dealt_at)
    select id, ${hoursBefore}::integer, starts_at, ${now}::timestamptz from bookings
    where status = 'pending' and starts_at > ${from} and starts_at <= ${until}
      and coalesce(moved_at, created_at) <= starts_at - make_interval(hours => ${hoursBefore}::integer)
      and not exists (
        select from session_reminders told
        where told.booking_id = bookings.id and told.hours_before = ${hoursBefore} and told.starts_at = bookings.starts_at)
    order by starts_at limit ${limit}
    on conflict do nothing
    returning booking_id, starts_at`.execute(tx);
  return rows;
}
