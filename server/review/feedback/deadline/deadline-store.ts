import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";

/* Queries about feedback that is still missing. */

interface ReminderTime {
  kind: "first" | "last";
  /** Minutes after the end; `until` is exclusive. */
  from: number;
  until: number;
}

/** Marks completed interviews without the mentor's file as reminded, and returns them, each once per kind. */
export async function markDueFeedbackReminders(
  tx: Tx,
  { kind, from, until }: ReminderTime,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    insert into feedback_reminders (booking_id, kind, dealt_at)
    select booking_id, ${kind}, ${now}::timestamptz from awaited_feedback awaited
    where ends_at <= ${addMinutes(now, -from)} and ends_at > ${addMinutes(now, -until)}
      and not exists (select from feedback_reminders told where told.booking_id = awaited.booking_id and told.kind = ${kind})
    order by ends_at limit ${limit}
    on conflict do nothing
    returning booking_id`.execute(tx);
  return rows.map(({ bookingId }) => bookingId);
}

/** A completed interview whose feedback is late, with the interviewee who gets the remedy. */
export interface LateFeedback {
  bookingId: string;
  intervieweeId: string;
}

/**
 * Interviews that ended before `endedBy`, still without file or remedy. Interviews with a no-show report that an
 * operator has to decide are left out.
 */
export async function selectLateFeedback(
  database: Database,
  { endedBy, limit }: { endedBy: Date; limit: number },
): Promise<LateFeedback[]> {
  return await selectLate(database)
    .select(["booking.id as bookingId", "booking.intervieweeId"])
    .where("awaited.endsAt", "<=", endedBy)
    .orderBy("awaited.endsAt")
    .limit(limit)
    .execute();
}

/**
 * Returns true if the feedback of this booking is still late. Locks the booking's row before checking: storing a
 * file takes a share lock on it (`lockForFile`), so a file and a remedy always see each other.
 */
export async function lockIfLate(tx: Tx, bookingId: string): Promise<boolean> {
  await tx.selectFrom("bookings").select("id").where("id", "=", bookingId).forNoKeyUpdate().execute();
  const row = await selectLate(tx)
    .select("booking.id")
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the booking's row before a file is stored, and returns its status; undefined if it does not exist. */
export async function lockForFile(tx: Tx, bookingId: string) {
  const row = await tx
    .selectFrom("bookings")
    .select("status")
    .where("id", "=", bookingId)
    .forShare()
    .executeTakeFirst();
  return row?.status;
}

/** True if the session of this booking was given as a remedy, or has had one for an earlier booking. */
export async function hasHadRemedy(tx: Tx, bookingId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_entries spend join credit_lots lot on lot.id = spend.lot_id
    where spend.booking_id = ${bookingId} and spend.kind = 'spend' and (lot.source = 'remedy' or exists (
      select from ledger_entries earlier join remedies on remedies.booking_id = earlier.booking_id
      where earlier.user_id = spend.user_id and earlier.credit_id = spend.credit_id and earlier.kind = 'spend'))`.execute(
    tx,
  );
  return rows.length > 0;
}

/** When the time for an interview's feedback began: its end, or when it was completed later. Null if none is awaited. */
export async function findAwaitedSince(database: Database, bookingId: string): Promise<Date | null> {
  const row = await database
    .selectFrom("awaitedFeedback")
    .select("endsAt")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row?.endsAt ?? null;
}

/** Leaves a booking out of the search for late feedback, but not out of what is awaited. */
export async function expectNoRemedy(tx: Tx, bookingId: string): Promise<void> {
  await tx
    .updateTable("awaitedFeedback")
    .set({ isWithoutRemedy: true })
    .where("bookingId", "=", bookingId)
    .execute();
}

/** Leaves a booking out of the search for late feedback, as a remedy does. */
export async function stopAwaiting(tx: Tx, bookingId: string): Promise<void> {
  await tx.deleteFrom("awaitedFeedback").where("bookingId", "=", bookingId).execute();
}

function selectLate(database: Database | Tx) {
  return database
    .selectFrom("awaitedFeedback as awaited")
    .innerJoin("bookings as booking", "booking.id", "awaited.bookingId")
    .where("awaited.isWithoutRemedy", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("noShowReports as report")
            .whereRef("report.bookingId", "=", "booking.id")
            .where("report.outcome", "=", "pending")
            .select("report.id"),
        ),
      ),
    );
}

/** Once per booking; a second rejects with `remedies_pkey`. */
export async function insertRemedy(
  tx: Tx,
  remedy: { bookingId: string; lotId: string; grantedAt: Date },
): Promise<void> {
  await tx.insertInto("remedies").values(remedy).execute();
}
