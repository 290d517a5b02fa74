import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

/** The mentors whom everybody may see, as `profile` joined with `users`. The only place that says who they are. */
export function selectListedMentors(database: Database | Tx) {
  return database
    .selectFrom("interviewerProfiles as profile")
    .innerJoin("users", "users.id", "profile.userId")
    .where("profile.listedAt", "is not", null)
    .where("profile.hiddenAt", "is", null)
    .where("users.role", "=", "interviewer")
    .where("users.blockedAt", "is", null);
}

/** Their last name, empty unless they chose to show it. */
export const shownLastName = sql<string>`case when profile.shows_last_name then users.last_name else '' end`;
