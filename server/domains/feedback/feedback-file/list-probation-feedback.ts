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

/** Recent feedback on interviewers' first interviews, by booking. */
export async function listProbationFeedback(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<ProbationFeedback[]> {
  const { rows } = await sql<ProbationFeedback>`
    select booking.id as subject, file.uploaded_at as since, booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from feedback_files file join bookings booking on booking.id = file.booking_id
    where file.uploaded_at > ${addMinutes(now, -60 * 24 * lookDays)} and file.held_at is null
      and ${matches(sql`booking.id::text`, sql`file.uploaded_at`)}
      and (
        select count(*) from (
          select from bookings earlier
          where earlier.interviewer_id = booking.interviewer_id and earlier.status = 'completed'
            and earlier.starts_at <= booking.starts_at
          order by earlier.starts_at limit ${probationInterviews + 1}
        ) until_then) <= ${probationInterviews}
    order by file.uploaded_at limit ${limit}`.execute(database);
  return rows;
}
