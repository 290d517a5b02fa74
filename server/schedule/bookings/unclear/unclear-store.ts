import type { Party, UnclearInterview } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";

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

export async function findUnclear(database: Database | Tx, bookingId: string) {
  const row = await database
    .selectFrom("unclearInterviews")
    .selectAll()
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}
export type UnclearRow = NonNullable<Awaited<ReturnType<typeof findUnclear>>>;

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

/** So many short interviews an interviewee may take back by themselves (`ownReturnDays`). */
export const mostOwnReturns = 2;

/**
 * The earliest of the last two short interviews that the interviewee of an open short interview took back by their own
 * answer; null if there are fewer, or if the interview is no such one.
 */
export const lastOwnReturn =
  sql<Date | null>`case when unclear.found = 'ended-early' and unclear.outcome is null then (
  select other.decided_at from bookings returned join unclear_interviews other on other.booking_id = returned.id
  where returned.interviewee_id = booking.interviewee_id and other.found = 'ended-early'
    and other.outcome = 'session-returned' and other.interviewee_confirmed = false
  order by other.decided_at desc offset ${sql.lit(mostOwnReturns - 1)} limit 1) end`.as("lastOwnReturn");

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
export async function selectUnanswered(
  database: Database,
  { endedBy, limit }: { endedBy: Date; limit: number },
) {
  return await database
    .selectFrom("unclearInterviews as unclear")
    .innerJoin("bookings as booking", "booking.id", "unclear.bookingId")
    .select(["booking.id", "booking.intervieweeId", "booking.interviewerId"])
    .where("unclear.outcome", "is", null)
    .where("unclear.found", "=", "nobody-came")
    .where("booking.status", "=", "pending")
    .where("booking.endsAt", "<=", endedBy)
    .orderBy("unclear.foundAt")
    .limit(limit)
    .execute();
}

/**
 * Interviews that were ended before their booked end, which has passed, and whose record was not read since, without
 * those of a report that waits for our decision.
 */
export async function selectContinued(
  database: Database,
  { endedBy, limit }: { endedBy: Date; limit: number },
) {
  return await database
    .selectFrom("unclearInterviews as unclear")
    .innerJoin("bookings as booking", "booking.id", "unclear.bookingId")
    .select(["booking.id", "booking.intervieweeId", "booking.interviewerId"])
    .where("unclear.outcome", "is", null)
    .where("unclear.found", "=", "ended-early")
    .where("unclear.recheckedAt", "is", null)
    .where("booking.status", "=", "pending")
    .where("booking.endsAt", "<=", endedBy)
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
    .orderBy("unclear.foundAt")
    .limit(limit)
    .execute();
}
