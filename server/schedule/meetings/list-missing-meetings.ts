import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/waiting.ts";

interface MissingMeeting extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
}

const hoursBefore = 24;

/**
 * Bookings that start within a day and have no meeting yet. Their waiting time counts from a day before the start,
 * or from the booking if that is later.
 */
export async function listMissingMeetings(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<MissingMeeting[]> {
  const since = sql`greatest(booking.created_at, booking.starts_at - make_interval(hours => ${hoursBefore}))`;
  const { rows } = await sql<MissingMeeting>`
    select booking.id as subject, ${since} as since, booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from bookings booking
    where booking.status = 'pending' and booking.starts_at > ${now}
      and booking.starts_at <= ${addMinutes(now, 60 * hoursBefore)}
      and not exists (select from meetings where meetings.booking_id = booking.id and meetings.join_url is not null)
      and ${matches(sql`booking.id::text`, since)}
    order by booking.starts_at limit ${limit}`.execute(database);
  return rows;
}
