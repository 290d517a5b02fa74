import type {
  Attendance,
  BookingStatus,
  NoShowReport,
  Party,
} from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { BookingRecord } from "../rules.ts";

/* Reads and writes what happens to a booking after it was made. */

interface CancellationDetails {
  by: NonNullable<BookingRecord["cancelledBy"]>;
  forfeits: boolean;
  now: Date;
}

/** Returns false if the booking was no longer pending. */
export async function markCanceled(
  tx: Tx,
  id: string,
  { by, forfeits, now }: CancellationDetails,
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

/** The parties that reported the other as absent. */
export async function findReporters(tx: Tx, bookingId: string): Promise<Party[]> {
  const rows = await tx
    .selectFrom("noShowReports")
    .select("reportedBy")
    .where("bookingId", "=", bookingId)
    .execute();
  return rows.map(({ reportedBy }) => reportedBy);
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

/** Dismisses the other reports of this booking after a decision. */
export async function dismissPendingReports(tx: Tx, bookingId: string, now: Date): Promise<void> {
  await tx
    .updateTable("noShowReports")
    .set({ outcome: "dismissed", decidedAt: now })
    .where("bookingId", "=", bookingId)
    .where("outcome", "=", "pending")
    .execute();
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

/** The starts for which this reminder is due: until the next reminder, or until the start. */
export interface ReminderWindow {
  hoursBefore: number;
  /** Exclusive; `until` is inclusive. */
  from: Date;
  until: Date;
}

export interface DueReminder {
  bookingId: string;
  startsAt: Date;
}

/**
 * Marks the pending bookings that start in the window as reminded, and returns them. Each is returned once per
 * start. Bookings made or moved after this reminder was due are left out, because their confirmation already named
 * the time. The times are selected so that PostgreSQL keeps the plan: with bare parameters and many bookings it made
 * a new one each minute, which took longer than running it.
 */
export async function markDueReminders(
  tx: Tx,
  { hoursBefore, from, until }: ReminderWindow,
  { now, limit }: { now: Date; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    insert into session_reminders (booking_id, hours_before, starts_at, dealt_at)
    select id, ${hoursBefore}::integer, starts_at, ${now}::timestamptz from bookings
    where status = 'pending'
      and starts_at > (select ${from}::timestamptz) and starts_at <= (select ${until}::timestamptz)
      and coalesce(moved_at, created_at) <= starts_at - make_interval(hours => ${hoursBefore}::integer)
      and not exists (
        select from session_reminders reminded
        where reminded.booking_id = bookings.id and reminded.hours_before = ${hoursBefore} and reminded.starts_at = bookings.starts_at)
    order by starts_at limit ${limit}
    on conflict do nothing
    returning booking_id, starts_at`.execute(tx);
  return rows;
}
