import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Database } from "../../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../../kernel/db/waiting.ts";
import { probationInterviews } from "../../../people/interviewers/rules.ts";

interface ProbationFeedback extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
}

/** Older feedback is no longer listed. */
const lookDays = 14;

/**
 * Recent feedback on interviewers' first interviews, by booking, without those who deleted their account. It starts from
 * the files that may belong to one of these interviews (0154_waiting_feedback.sql), because most recent files do not.
 * `offset 0` makes PostgreSQL look up the booking and the person of each by their ids.
 */
export async function listProbationFeedback(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<ProbationFeedback[]> {
  const { rows } = await sql<ProbationFeedback>`
    select booking.id as subject, file.uploaded_at as since, booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from feedback_files file
    cross join lateral (select * from bookings where id = file.booking_id offset 0) booking
    cross join lateral (select role, deleted_at from users where id = booking.interviewer_id offset 0) person
    where file.is_early and file.uploaded_at > ${addMinutes(now, -60 * 24 * lookDays)} and file.held_at is null
      and booking.status = 'completed' and person.role = 'interviewer' and person.deleted_at is null
      and not exists (
        select from bookings earlier where earlier.interviewer_id = booking.interviewer_id and earlier.status = 'completed'
          and earlier.starts_at < booking.starts_at offset ${probationInterviews - 1})
      and ${matches(sql`booking.id::text`, sql`file.uploaded_at`)}
    order by file.uploaded_at limit ${limit}`.execute(database);
  return rows;
}
