import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { noShowReportUntilHours } from "@greenroom/contract/schedule/bookings.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import type { BookingRecord } from "./rules.ts";

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

/** Finds a booking by id without checking who asks; null if there is none. */
export async function findBooking(database: Database | Tx, id: string): Promise<BookingRecord | null> {
  return (await selectRecords(database).where("id", "=", id).executeTakeFirst()) ?? null;
}

function selectRecords(database: Database | Tx) {
  return database.selectFrom("bookings").select(recordColumns);
}

/**
 * Returns a booking in which the actor is a party. Throws `not_found` for other people's bookings, so that their
 * existence stays hidden.
 */
export async function getOwnBooking(
  database: Database | Tx,
  actor: Actor,
  id: string,
): Promise<BookingRecord> {
  const booking = await findBooking(database, id);
  const isParty = booking?.intervieweeId === actor.userId || booking?.interviewerId === actor.userId;
  if (booking === null || !isParty) throw new AppError("not_found", { msg: "This booking does not exist." });
  return booking;
}

/** Like `findBooking`, but throws `not_found` without one. For operators. */
export async function getBooking(database: Database | Tx, id: string): Promise<BookingRecord> {
  const booking = await findBooking(database, id);
  if (booking === null) throw new AppError("not_found", { msg: `There is no booking ${id}.` });
  return booking;
}

/**
 * Locks both parties of the actor's booking and reads it again. Every change of a booking holds the interviewee's
 * lock, so it cannot change until the transaction ends. Also locks `otherSubjects`, because locks that are taken
 * one after the other could deadlock. Throws `not_found` for other people's bookings.
 */
export async function lockOwnBooking(
  tx: Tx,
  actor: Actor,
  bookingId: string,
  otherSubjects: string[] = [],
): Promise<BookingRecord> {
  await lockParties(tx, [await getOwnBooking(tx, actor, bookingId)], otherSubjects);
  return await getOwnBooking(tx, actor, bookingId);
}

/** Locks the parties of these bookings, and other people, at once. Read the bookings again afterwards. */
export async function lockParties(
  tx: Tx,
  bookings: readonly Pick<BookingRecord, "intervieweeId" | "interviewerId">[],
  otherSubjects: string[] = [],
): Promise<void> {
  const subjects = bookings.flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId]);
  await lockSubjects(tx, [...subjects, ...otherSubjects]);
}

/**
 * Checks that a booking still has the time and status that were read, and locks it until the transaction ends. Take
 * this lock before the booking's other locks.
 */
export async function isUnchanged(tx: Tx, read: BookingRecord): Promise<boolean> {
  const now = await selectRecords(tx).where("id", "=", read.id).forShare().executeTakeFirst();
  return now?.startsAt.getTime() === read.startsAt.getTime() && now.status === read.status;
}

/**
 * Who has an interview with this person that is not settled, or after which one can still report the other. They gain if
 * the person cannot come, or cannot say what happened.
 */
export async function findPartners(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const reportedFrom = addMinutes(now, -60 * noShowReportUntilHours);
  const rows = await tx
    .selectFrom("bookings")
    .select(["intervieweeId", "interviewerId"])
    .distinct()
    .where((eb) => eb.or([eb("intervieweeId", "=", userId), eb("interviewerId", "=", userId)]))
    .where((eb) => eb.or([eb("status", "=", "pending"), eb("endsAt", ">", reportedFrom)]))
    .where("status", "<>", "cancelled")
    .execute();
  return rows
    .flatMap(({ intervieweeId, interviewerId }) => [intervieweeId, interviewerId])
    .filter((id) => id !== userId);
}

export function notPendingError({ status }: Pick<BookingRecord, "status">): AppError {
  const msg =
    status === "cancelled"
      ? "This interview was canceled already."
      : "This interview has ended, so it can no longer be changed.";
  return conflict(msg);
}

/** Bookings that are pending although their end has passed, oldest first. */
export function selectDue(database: Database | Tx, endedBy: Date) {
  return selectRecords(database)
    .where("status", "=", "pending")
    .where("endsAt", "<=", endedBy)
    .orderBy("endsAt");
}

/** Whether an interview of an interviewee, other than that of a booking, overlaps a time. */
export function overlapsInterview({
  id = null,
  intervieweeId,
  startsAt,
  endsAt,
}: Interview): RawBuilder<boolean> {
  return sql`exists (select from bookings other
    where other.interviewee_id = ${intervieweeId} and other.id is distinct from ${id} and other.status <> 'cancelled'
      and other.starts_at < ${endsAt} and other.ends_at > ${startsAt})`;
}

/** Each is a value, or a column of the query. */
interface Interview {
  id?: string | null;
  intervieweeId: string | RawBuilder<unknown>;
  startsAt: Date | RawBuilder<unknown>;
  endsAt: Date | RawBuilder<unknown>;
}

/** The same of one person. Hold their lock. */
export async function hasOtherInterviewAt(
  tx: Tx,
  { id, intervieweeId }: { id: string | null; intervieweeId: string },
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isBusy: boolean }>`
    select ${overlapsInterview({ id, intervieweeId, startsAt, endsAt })} as "isBusy"`.execute(tx);
  return rows[0]?.isBusy === true;
}

/** What the record leaves unclear of an interview, and what was answered; null if it is clear. */
export async function findUnclear(database: Database | Tx, bookingId: string) {
  const row = await database
    .selectFrom("unclearInterviews")
    .selectAll()
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

export type UnclearRow = NonNullable<Awaited<ReturnType<typeof findUnclear>>>;
