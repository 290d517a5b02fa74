import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";
import { findUnclear, type UnclearRow } from "./unclear-store.ts";

/** What the record leaves unclear of an interview, and what was answered; null if it is clear. */
export async function findUnclearInterview(
  database: Database | Tx,
  bookingId: string,
): Promise<UnclearRow | null> {
  return await findUnclear(database, bookingId);
}

interface WaitingShortInterview extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
  secondsTogether: number;
  reason: string | null;
}

/** Interviews that ended early and wait for an answer. */
export async function listShortInterviews(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<WaitingShortInterview[]> {
  const { rows } = await sql<WaitingShortInterview>`
    select booking.id as subject, unclear.found_at as since, unclear.seconds_together, unclear.reason,
      booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from unclear_interviews unclear join bookings booking on booking.id = unclear.booking_id
    where unclear.outcome is null and unclear.found = 'ended-early' and booking.status = 'pending'
      and ${matches(sql`booking.id::text`, sql`unclear.found_at`)}
    order by unclear.found_at limit ${limit}`.execute(database);
  return rows;
}
