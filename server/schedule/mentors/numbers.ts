import { fewestPublicRatings } from "@greenroom/contract/schedule/mentor-filters.ts";
import type { MentorNumbers, OwnNumbers } from "@greenroom/contract/schedule/mentors.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { selectListedMentors } from "../../people/interviewers/listed-mentors.ts";

/* What everybody may know of a mentor's interviews: counted after each change, read as it stands. */

/** Punctuality and the time to feedback come from so many of the last interviews. */
const lastInterviews = 50;
/** Who enters later than this after the start is late. */
const minutesOfGrace = 2;
/** How many interviewers one statement of the recount covers. */
const batchSize = 200;

/**
 * Counts the numbers of these interviewers again. Ratings and interviews are counted in their indexes alone, and
 * everything else looks at the last interviews only.
 */
export async function countNumbers(
  database: Database | Tx,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into mentor_numbers (user_id, ratings, rating, interviews, punctuality, feedback_minutes, counted_at)
    select users.id, rated.count, rated.average, held.count, entered.punctuality, sent.minutes, ${now}
    from users
    cross join lateral (
      select count(*)::int as count, avg(interview_score)::float8 as average
      from feedback where interviewer_id = users.id) rated
    cross join lateral (
      select count(*)::int as count from bookings
      where interviewer_id = users.id and status = 'completed') held
    cross join lateral (
      select avg(case when last.status <> 'no_show_interviewer'
          and visit.first_at <= last.starts_at + make_interval(mins => ${minutesOfGrace}) then 1.0 else 0 end)::float8
        as punctuality
      from (
        select id, status, starts_at from bookings
        where interviewer_id = users.id and status in ('completed', 'no_show_interviewee', 'no_show_interviewer')
        order by starts_at desc limit ${lastInterviews}) last
      cross join lateral (
        select min(entered_at) as first_at from room_visits
        where booking_id = last.id and user_id = users.id
          and last_seen_at > last.starts_at - interval '10 minutes') visit
      -- At another provider there is no record, and nobody can tell.
      where visit.first_at is not null or last.status = 'no_show_interviewer') entered
    cross join lateral (
      select round(percentile_cont(0.5) within group (
        order by greatest(0, extract(epoch from file.uploaded_at - last.ends_at) / 60)))::int as minutes
      from (
        select id, ends_at from bookings where interviewer_id = users.id and status = 'completed'
        order by starts_at desc limit ${lastInterviews}) last
      join feedback_files file on file.booking_id = last.id) sent
    where users.id = any(${userIds}::uuid[]) and users.deleted_at is null
    order by users.id
    on conflict (user_id) do update set
      (ratings, rating, interviews, punctuality, feedback_minutes, counted_at) =
      (excluded.ratings, excluded.rating, excluded.interviews, excluded.punctuality, excluded.feedback_minutes,
        excluded.counted_at)`.execute(database);
}

/** Counts the numbers of a booking's interviewer. Enqueue it in the transaction of what changed them. */
export const countNumbersOf = defineJob("mentors.count-numbers", z.object({ bookingId: z.string() }));

/** Counts interviewers who have never been counted: everybody after the upgrade that brought the numbers. */
const countUncounted = defineRecurringJob("mentors.count-uncounted", "23 * * * *", { expireSeconds: 300 });

export const mentorJobs: JobHandler<Deps>[] = [
  defineHandler(countNumbersOf, async ({ database, clock }, { bookingId }) => {
    const booking = await database
      .selectFrom("bookings")
      .select("interviewerId")
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (booking !== undefined) await countNumbers(database, [booking.interviewerId], clock.now());
  }),
  defineHandler(countUncounted, async ({ database, clock }) => {
    for (;;) {
      const found = await database
        .selectFrom("users")
        .leftJoin("mentorNumbers", "mentorNumbers.userId", "users.id")
        .select("users.id")
        .where("users.role", "=", "interviewer")
        .where("users.deletedAt", "is", null)
        .where("mentorNumbers.userId", "is", null)
        .limit(batchSize)
        .execute();
      if (found.length === 0) return;
      await countNumbers(
        database,
        found.map(({ id }) => id),
        clock.now(),
      );
    }
  }),
];

export async function eraseNumbers(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("mentorNumbers").where("userId", "=", userId).execute();
}

/** A row of `mentor_numbers`; all null for somebody who was never counted. */
export interface NumbersRow {
  ratings: number | null;
  rating: number | null;
  interviews: number | null;
  punctuality: number | null;
  feedbackMinutes: number | null;
}

/** The numbers as everybody sees them: a few ratings say little, so below five there is none. */
export function presentNumbers(row: NumbersRow): MentorNumbers {
  const numbers = presentOwnNumbers(row);
  return { ...numbers, rating: (row.ratings ?? 0) < fewestPublicRatings ? null : numbers.rating };
}

/** The same as their mentor sees them, with the first ratings. */
function presentOwnNumbers({
  ratings,
  rating,
  interviews,
  punctuality,
  feedbackMinutes,
}: NumbersRow): MentorNumbers {
  return {
    rating: rating === null ? null : { average: Math.round(rating * 100) / 100, count: ratings ?? 0 },
    interviews: interviews ?? 0,
    onTimePercent: punctuality === null ? null : Math.round(punctuality * 100),
    feedbackMinutes,
  };
}

const columns = ["ratings", "rating", "interviews", "punctuality", "feedbackMinutes"] as const;
const noNumbers: NumbersRow = {
  ratings: null,
  rating: null,
  interviews: null,
  punctuality: null,
  feedbackMinutes: null,
};

/** The actor's numbers beside the median of all listed mentors; null while nobody is listed. */
export async function getOwnNumbers(deps: Deps, actor: Actor): Promise<OwnNumbers> {
  const own = await deps.database
    .selectFrom("mentorNumbers")
    .select(columns)
    .where("userId", "=", actor.userId)
    .executeTakeFirst();
  return { own: presentOwnNumbers(own ?? noNumbers), median: await findMedian(deps) };
}

async function findMedian({ lagging }: Deps): Promise<MentorNumbers | null> {
  const median = (value: string) =>
    sql<number | null>`percentile_cont(0.5) within group (order by ${sql.raw(value)})`;
  const row = await lagging.read((database) =>
    selectListedMentors(database)
      .leftJoin("mentorNumbers as numbers", "numbers.userId", "profile.userId")
      .select(({ fn }) => [
        fn.countAll<number>().as("mentors"),
        // Means of a few ratings would move the median.
        median(`case when numbers.ratings >= ${fewestPublicRatings} then numbers.rating end`).as("rating"),
        median("case when numbers.rating is not null then numbers.ratings end").as("ratings"),
        median("coalesce(numbers.interviews, 0)").as("interviews"),
        median("numbers.punctuality").as("punctuality"),
        median("numbers.feedback_minutes").as("feedbackMinutes"),
      ])
      .executeTakeFirstOrThrow(),
  );
  if (row.mentors === 0) return null;
  const whole = (value: number | null) => (value === null ? null : Math.round(value));
  return presentOwnNumbers({
    rating: row.rating,
    punctuality: row.punctuality,
    ratings: whole(row.ratings),
    interviews: whole(row.interviews),
    feedbackMinutes: whole(row.feedbackMinutes),
  });
}

/** Number and mean of all ratings; the mean is null without any. */
export async function summarizeAllRatings(
  database: Database,
): Promise<{ count: number; average: number | null }> {
  const { rows } = await sql<{ count: number; average: number | null }>`
    select coalesce(sum(ratings), 0)::int as count,
      sum(rating * ratings) / nullif(sum(ratings), 0) as average
    from mentor_numbers where ratings > 0`.execute(database);
  return rows[0] ?? { count: 0, average: null };
}
