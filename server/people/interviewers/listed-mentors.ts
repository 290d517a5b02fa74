import type { CheckedFacts, PublicMentor } from "@greenroom/contract/people/mentors.ts";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { InterviewerProfiles } from "../../kernel/db/types.ts";
import { AppError } from "../../kernel/errors.ts";
import { photoUrlOf } from "./interviewer-profile.ts";

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

/**
 * The columns that everybody may read, for `presentMentor`. In the business's zone: the months of checks, and the times of
 * a mentor whose zone we do not know.
 */
export const publicColumns = (timeZone: string) =>
  [
    "profile.slug",
    "users.firstName",
    shownLastName.as("lastName"),
    "profile.headline",
    "profile.approach",
    "profile.years",
    "profile.roles",
    "profile.levels",
    "profile.topicKeys",
    "profile.languages",
    "profile.photoKey",
    sql<string>`coalesce(users.time_zone, ${timeZone})`.as("timeZone"),
    sql<PublicMentor["checks"]>`coalesce((
      select jsonb_agg(
        jsonb_build_object('claim', claim, 'month', to_char(checked_at at time zone ${timeZone}, 'YYYY-MM'))
        order by checked_at desc, id desc)
      from mentor_checks where user_id = users.id and withdrawn_at is null), '[]')`.as("checks"),
  ] as const;

type ProfileColumn =
  | "slug"
  | "headline"
  | "approach"
  | "years"
  | "roles"
  | "levels"
  | "topicKeys"
  | "languages"
  | "photoKey";

/** The columns of a profile are null for somebody who has not saved one. */
type PublicRow = { [Column in ProfileColumn]: Selectable<InterviewerProfiles>[Column] | null } & Pick<
  PublicMentor,
  "firstName" | "lastName" | "timeZone" | "checks"
>;

export function presentMentor(row: PublicRow): PublicMentor {
  return {
    slug: row.slug ?? "",
    firstName: row.firstName,
    lastName: row.lastName,
    headline: row.headline ?? "",
    approach: row.approach ?? "",
    years: row.years,
    roles: row.roles ?? [],
    levels: row.levels ?? [],
    topics: row.topicKeys ?? [],
    languages: row.languages ?? [],
    photoUrl: photoUrlOf(row.photoKey),
    checks: row.checks,
    timeZone: row.timeZone,
  };
}

/** A mentor by id, or by the slug of their public page. Throws `not_found`. */
export async function findMentor(
  database: Database,
  idOrSlug: string,
): Promise<{ id: string; firstName: string }> {
  const isId = z.uuid().safeParse(idOrSlug).success;
  const mentor = isId
    ? await database
        .selectFrom("users")
        .select(["id", "firstName"])
        .where("id", "=", idOrSlug)
        .where("role", "=", "interviewer")
        .where("blockedAt", "is", null)
        .executeTakeFirst()
    : await selectListedMentors(database)
        .select(["users.id", "users.firstName"])
        .where("profile.slug", "=", idOrSlug)
        .executeTakeFirst();
  if (mentor === undefined) throw new AppError("not_found", { msg: "This mentor does not exist." });
  return mentor;
}

/** Of how many listed mentors operators have checked what the public pages say about all of them. */
export async function countCheckedFacts(database: Database): Promise<CheckedFacts> {
  const isEmployer = sql`fact.kind = 'employer'`;
  return await database
    .with("listed", () => selectListedMentors(database).select(["profile.userId", "profile.years"]))
    .with("fact", (query) =>
      query
        .selectFrom("listed")
        .innerJoin("mentorChecks", "mentorChecks.userId", "listed.userId")
        .select(["listed.userId", "years", "kind", "claim"])
        .where("withdrawnAt", "is", null),
    )
    .selectFrom("fact")
    .select([
      sql<number>`(select count(*)::int from listed)`.as("listed"),
      sql<number>`count(distinct user_id) filter (where kind = 'degree')::int`.as("degrees"),
      // "IIT Bombay degree" names the school.
      sql<string | null>`(
        select left(claim, -7) from fact where kind = 'degree' and claim ~ '^[^⟦⟧]+ degree$'
        group by 1 having 2 * count(distinct user_id) >= (select count(*) from listed)
        order by count(distinct user_id) desc, 1 limit 1)`.as("school"),
      sql<number>`count(distinct user_id) filter (where kind = 'degree' and claim ~ '\\mIIT\\M')::int`.as(
        "iitGraduates",
      ),
      sql<number>`count(distinct user_id) filter (where ${isEmployer} and years >= 10)::int`.as("veterans"),
      sql<number>`count(distinct user_id) filter (where ${isEmployer} and claim ~* '\\mhiring manager\\M')::int`.as(
        "hiringManagers",
      ),
    ])
    .executeTakeFirstOrThrow();
}
