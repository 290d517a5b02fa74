import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Database } from "../../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";

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
 * waiting time counts from the deadline. Each part has a limit of its own, so that a page costs the same however many
 * remedies were given. Remedies are given as the deadlines pass, so the earliest ones are of the longest waits.
 */
export async function listOverdueFeedback(
  database: Database,
  { deadlineHours, now }: { deadlineHours: number; now: Date },
  { limit, matches }: WaitingFilter,
): Promise<OverdueFeedback[]> {
  const deadline = sql`make_interval(hours => ${deadlineHours})`;
  const matchesBooking = sql`booking.status = 'completed'
    and ${matches(sql`booking.id::text`, sql`booking.ends_at + ${deadline}`)}`;
  const { rows } = await sql<OverdueFeedback>`
    select id as subject, ends_at + ${deadline} as since, starts_at, interviewee_id, interviewer_id, is_remedied
    from (
      (select booking.*, false as is_remedied from awaited_feedback awaited join bookings booking on booking.id = awaited.booking_id
        where awaited.ends_at <= ${addMinutes(now, -60 * deadlineHours)} and ${matchesBooking}
        order by awaited.ends_at limit ${limit})
      union all
      (select booking.*, true from remedies join bookings booking on booking.id = remedies.booking_id
        where remedies.granted_at > ${addMinutes(now, -60 * 24 * remediedDays)} and ${matchesBooking}
          and not exists (select from feedback_files file where file.booking_id = booking.id)
        order by remedies.granted_at limit ${limit})
    ) late order by ends_at limit ${limit}`.execute(database);
  return rows;
}
