import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/waiting.ts";

interface LowRating extends Waiting {
  /** Mean of the last ratings, 1 to 5. */
  average: number;
  ratings: number;
}

/** A smaller number says little about an interviewer. */
const fewestRatings = 3;

/**
 * Interviewers whose last ten ratings average below `floor`, by id. Their waiting time counts from the newest rating. The
 * database keeps the averages (0154_waiting_feedback.sql), so that only low ones are read. `offset 0` makes PostgreSQL
 * look up each person by their id: as a plain join, it would read all people.
 */
export async function listLowRatings(
  database: Database,
  floor: number,
  { limit, matches }: WaitingFilter,
): Promise<LowRating[]> {
  const { rows } = await sql<LowRating>`
    select recent.interviewer_id as subject, recent.newest_at as since, recent.average, recent.ratings
    from recent_ratings recent
    cross join lateral (select role, blocked_at from users where id = recent.interviewer_id offset 0) person
    where recent.average < ${floor} and recent.ratings >= ${fewestRatings}
      and person.role = 'interviewer' and person.blocked_at is null
      and ${matches(sql`recent.interviewer_id::text`, sql`recent.newest_at`)}
    order by recent.newest_at limit ${limit}`.execute(database);
  return rows;
}
