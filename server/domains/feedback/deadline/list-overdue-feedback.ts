import { addMinutes } from "@greenroom/contract/core/time.ts";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Waiting, WaitingFilter } from "../../../db/waiting.ts";

interface OverdueFeedback extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
  /** The interviewee has received the remedy. */
  isRemedied: boolean;
}

/** After a remedy, late feedback stays in the list for this many days. */
const remediedDays = 30;

/**
 * Completed interviews whose feedback is late, by booking: those without a remedy, and recent ones with one. Their
 * waiting time counts from the deadline.
 */
export async function listOverdueFeedback(
  database: Database,
  { deadlineHours, now }: { deadlineHours: number; now: Date },
  { limit, matches }: WaitingFilter,
): Promise<OverdueFeedback[]> {
  const deadline = sql`make_interval(hours => ${deadlineHours})`;
  const { rows } = await sql<OverdueFeedback>`
    select booking.id as subject, booking.ends_at + ${deadline} as since, booking.starts_at, booking.interviewee_id,
      booking.interviewer_id, late.is_remedied
    from (
      select booking_id, false as is_remedied from awaited_feedback
        where ends_at <= ${addMinutes(now, -60 * deadlineHours)}
      union all
      select booking_id, true from remedies
        where granted_at > ${addMinutes(now, -60 * 24 * remediedDays)}
          and not exists (select from feedback_files file where file.booking_id = remedies.booking_id)
    ) late join bookings booking on booking.id = late.booking_id
    where booking.status = 'completed' and ${matches(sql`booking.id::text`, sql`booking.ends_at + ${deadline}`)}
    order by booking.ends_at limit ${limit}`.execute(database);
  return rows;
}
