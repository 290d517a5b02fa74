import { addMinutes } from "@greenroom/contract/time.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";

/* Feedback that is still to come. */

interface ReminderTime {
  kind: "first" | "last";
  /** Minutes after the end: from then on, and before `until`. */
  from: number;
  until: number;
}

/** Marks completed interviews without the mentor's file as reminded of and answers them, each once a kind. */
export async function takeDueFeedbackReminders(
  tx: Tx,
  { kind, from, until }: ReminderTime,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    insert into feedback_reminders (booking_id, kind, dealt_at)
    select id, ${kind}, ${now}::timestamptz from bookings
    where status = 'completed' and ends_at <= ${addMinutes(now, -from)} and ends_at > ${addMinutes(now, -until)}
      and not exists (select from feedback_files file where file.booking_id = bookings.id)
      and not exists (select from feedback_reminders told where told.booking_id = bookings.id and told.kind = ${kind})
    order by ends_at limit ${limit}
    on conflict do nothing
    returning booking_id`.execute(tx);
  return rows.map(({ bookingId }) => bookingId);
}

/** A completed interview whose feedback is late, and who is to be given something for it. */
export interface LateFeedback {
  bookingId: string;
  intervieweeId: string;
}

/** Interviews that ended before `endedBy`, still without file or remedy. One whose no-show the operator has to decide waits. */
export async function selectLateFeedback(
  database: Database,
  { endedBy, limit }: { endedBy: Date; limit: number },
): Promise<LateFeedback[]> {
  return await late(database)
    .select(["booking.id as bookingId", "booking.intervieweeId"])
    .where("booking.endsAt", "<=", endedBy)
    .orderBy("booking.endsAt")
    .limit(limit)
    .execute();
}

/**
 * True when the feedback of this booking is late still. Its row is locked first and looked at after: a file that is
 * being written holds a share of it, so that a file and a remedy never miss each other.
 */
export async function lockIfLate(tx: Tx, bookingId: string): Promise<boolean> {
  await tx.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
  const row = await late(tx).select("booking.id").where("booking.id", "=", bookingId).executeTakeFirst();
  return row !== undefined;
}

function late(database: Database | Tx) {
  return database
    .selectFrom("bookings as booking")
    .where("booking.status", "=", "completed")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("feedbackFiles as file")
            .whereRef("file.bookingId", "=", "booking.id")
            .select("file.bookingId"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("remedies as remedy")
            .whereRef("remedy.bookingId", "=", "booking.id")
            .select("remedy.bookingId"),
        ),
      ),
    )
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

/** Once a booking: a second rejects with `remedies_pkey`. */
export async function insertRemedy(
  tx: Tx,
  remedy: { bookingId: string; lotId: string; grantedAt: Date },
): Promise<void> {
  await tx.insertInto("remedies").values(remedy).execute();
}
