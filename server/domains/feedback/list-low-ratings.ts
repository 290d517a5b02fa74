import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Waiting, WaitingFilter } from "../../db/waiting.ts";

interface LowRating extends Waiting {
  /** Mean of the last ratings, 1 to 5. */
  average: number;
  ratings: number;
}

const lastRatings = 10;
/** A smaller number says little about an interviewer. */
const fewestRatings = 3;

/**
 * Interviewers whose last ten ratings average below `floor`, by id. Their waiting time counts from the newest
 * rating.
 */
export async function listLowRatings(
  database: Database,
  floor: number,
  { limit, matches }: WaitingFilter,
): Promise<LowRating[]> {
  const { rows } = await sql<LowRating>`
    select person.id as subject, last.since, last.average, last.ratings
    from users person, lateral (
      select max(created_at) as since, avg(interview_score)::float8 as average, count(*)::int as ratings from (
        select created_at, interview_score from feedback
        where feedback.interviewer_id = person.id order by created_at desc limit ${lastRatings}
      ) newest
    ) last
    where person.role = 'interviewer' and person.blocked_at is null
      and last.ratings >= ${fewestRatings} and last.average < ${floor}
      and ${matches(sql`person.id::text`, sql`last.since`)}
    order by last.since limit ${limit}`.execute(database);
  return rows;
}
