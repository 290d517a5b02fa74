import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import type { getDashboardStats as endpoint } from "@greenroom/contract/money/earnings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { summarizeRatings } from "./summarize-ratings.ts";

/** The actor's average rating, null without ratings, and the number of their slots and interviews. */
export async function getDashboardStats(deps: Deps, actor: Actor): Promise<EndpointOutput<typeof endpoint>> {
  const [ratings, counts] = await Promise.all([
    summarizeRatings(deps.database, actor.userId, "interviewer"),
    countForInterviewer(deps.database, actor.userId, deps.clock.now()),
  ]);
  return { averageRating: ratings.average, ...counts };
}

interface InterviewerCounts {
  /** Slots after `now` that nobody has booked. */
  available: number;
  booked: number;
  completed: number;
}

async function countForInterviewer(
  database: Database,
  interviewerId: string,
  now: Date,
): Promise<InterviewerCounts> {
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
