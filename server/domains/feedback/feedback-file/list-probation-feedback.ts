import { addMinutes } from "@greenroom/contract/core/time.ts";
import { sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { Waiting, WaitingFilter } from "../../../db/waiting.ts";
import { probationInterviews } from "../../interviewers/rules.ts";

interface ProbationFeedback extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
}

/** Older feedback is no longer listed. */
const lookDays = 14;

/**
 * Recent feedback on interviewers' first interviews, by booking. It starts from each interviewer's first interviews,
 * because most recent feedback is not about one of them, and leaves out those who deleted their account.
 */
export async function listProbationFeedback(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<ProbationFeedback[]> {
  const { rows } = await sql<ProbationFeedback>`
    select booking.id as subject, file.uploaded_at as since, booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from users person
    cross join lateral (
      select id, starts_at, interviewee_id, interviewer_id from bookings
      where interviewer_id = person.id and status = 'completed'
      order by starts_at limit ${probationInterviews}
    ) booking
    join feedback_files file on file.booking_id = booking.id
    where person.role = 'interviewer' and person.deleted_at is null and file.uploaded_at > ${addMinutes(now, -60 * 24 * lookDays)}
      and file.held_at is null and ${matches(sql`booking.id::text`, sql`file.uploaded_at`)}
    order by file.uploaded_at limit ${limit}`.execute(database);
  return rows;
}
