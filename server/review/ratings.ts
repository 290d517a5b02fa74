import type { EndpointOutput, PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { getDashboardStats as endpoint } from "@greenroom/contract/money/earnings.ts";
import type { Feedback } from "@greenroom/contract/review/feedback.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Actor } from "../kernel/actor.ts";
import type { Database } from "../kernel/db/database.ts";
import { orderBy, type Page, readPage, type Waiting, type WaitingFilter } from "../kernel/db/read-lists.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError, invalidField } from "../kernel/errors.ts";
import { answerOnce, type KeyedRequest } from "../kernel/idempotency.ts";
import { newId } from "../kernel/ids.ts";
import { lockAccount } from "../people/accounts/account.ts";
import { getOwnBooking } from "../schedule/bookings/find-booking.ts";
import { checkCompleted, completeIfHeld } from "../schedule/bookings/settle.ts";
import { countNumbersOf } from "../schedule/mentors/numbers.ts";

interface RatingFields {
  bookingId: string;
  interviewerId: string;
  /** 1 to 5. */
  interviewScore: number;
  overallSummary: string;
}

/**
 * Rates the actor's interview, once. Throws `not_found` for other people's interviews, `conflict` if it has not
 * taken place or the key names another request, and `already_given` by a constraint, so that one of many concurrent
 * ratings is accepted.
 */
export async function giveFeedback(
  deps: Deps,
  actor: Actor,
  input: RatingFields,
  request: KeyedRequest | null = null,
): Promise<Feedback> {
  const { database, clock } = deps;
  const now = clock.now();
  return await answerOnce<Feedback>({ database, now }, request, async (keep) => {
    const booking = await getOwnBooking(database, actor, input.bookingId);
    if (booking.intervieweeId !== actor.userId) {
      throw new AppError("forbidden", { msg: "Only the interviewee can rate a session." });
    }
    if (booking.interviewerId !== input.interviewerId.toLowerCase()) {
      throw invalidField("interviewerId", "This session was with another interviewer.");
    }
    const row = {
      id: newId(),
      bookingId: booking.id,
      intervieweeId: actor.userId,
      interviewerId: booking.interviewerId,
      interviewScore: input.interviewScore,
      overallSummary: input.overallSummary,
      createdAt: now,
    };
    const answer = presentFeedback({ ...row, startsAt: booking.startsAt });
    await inTransaction(database, async (tx) => {
      await lockAccount(tx, actor.userId);
      const status = await completeIfHeld(deps, tx, booking, now);
      checkCompleted(status, "You can give feedback once the interview is completed.");
      // A second rating rejects with `feedback_one_per_booking`.
      await tx.insertInto("feedback").values(row).execute();
      await deps.jobs.enqueue(tx, countNumbersOf, { bookingId: booking.id });
      await keep(tx, answer);
    });
    return answer;
  });
}

const newestFirst = orderBy("desc", ["instant", "feedback.createdAt"], ["id", "feedback.id"]);

/** The feedback that the actor gave, newest first. */
export async function listFeedback(deps: Deps, actor: Actor, page: PageQuery): Promise<Page<Feedback>> {
  const query = deps.database
    .selectFrom("feedback")
    .innerJoin("bookings as booking", "booking.id", "feedback.bookingId")
    .select([
      "feedback.id",
      "feedback.bookingId",
      "feedback.interviewerId",
      "feedback.interviewScore",
      "feedback.overallSummary",
      "feedback.createdAt",
      "booking.startsAt",
    ])
    .where("feedback.intervieweeId", "=", actor.userId);
  const { rows, next } = await readPage(query, newestFirst, page);
  return { rows: rows.map(presentFeedback), next };
}

interface RatingRow extends RatingFields {
  id: string;
  createdAt: Date;
  startsAt: Date;
}

function presentFeedback(row: RatingRow): Feedback {
  return {
    _id: row.id,
    bookingId: row.bookingId,
    interviewerId: row.interviewerId,
    interviewDate: row.startsAt.toISOString(),
    interviewScore: row.interviewScore,
    overallSummary: row.overallSummary,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The actor's average rating, null without ratings, and the number of their slots and interviews. */
export async function getDashboardStats(deps: Deps, actor: Actor): Promise<EndpointOutput<typeof endpoint>> {
  const [ratings, counts] = await Promise.all([
    summarizeRatings(deps.database, actor.userId, "interviewer"),
    countForInterviewer(deps.database, actor.userId, deps.clock.now()),
  ]);
  return { averageRating: ratings.average, ...counts };
}

/** The slots after `now` that nobody has booked, and the interviews by status. */
async function countForInterviewer(database: Database, interviewerId: string, now: Date) {
  const slots = await database
    .selectFrom("availability")
    .select((select) => select.fn.countAll<number>().as("available"))
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", ">", now)
    .executeTakeFirstOrThrow();
  const bookings = await database
    .selectFrom("bookings")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("status", "=", "pending").as("booked"),
      fn.countAll<number>().filterWhere("status", "=", "completed").as("completed"),
    ])
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirstOrThrow();
  return { ...slots, ...bookings };
}

/** Number and mean (1 to 5, not rounded) of the ratings that a person gave or received; null without any. */
export async function summarizeRatings(
  database: Database,
  userId: string,
  party: Party,
): Promise<{ average: number | null; count: number }> {
  return await database
    .selectFrom("feedback")
    .select(({ cast, fn }) => [
      cast<number | null>(fn.avg("interviewScore"), "float8").as("average"),
      fn.countAll<number>().as("count"),
    ])
    .where(party === "interviewee" ? "intervieweeId" : "interviewerId", "=", userId)
    .executeTakeFirstOrThrow();
}

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
