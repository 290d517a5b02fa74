import type { Party, UnclearInterview } from "@greenroom/contract/bookings.ts";
import type { Database, Tx } from "../../../db/database.ts";

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

/** How many short interviews this interviewee has taken back by their own answer since then. */
export async function countOwnReturns(tx: Tx, intervieweeId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom("bookings")
    .innerJoin("unclearInterviews as unclear", "unclear.bookingId", "bookings.id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("intervieweeId", "=", intervieweeId)
    .where("unclear.found", "=", "ended-early")
    .where("unclear.outcome", "=", "session-returned")
    .where("unclear.intervieweeConfirmed", "=", false)
    .where("unclear.decidedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
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
