import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Database } from "../../kernel/db/database.ts";

/**
 * Number and mean of the ratings that an interviewee gave or an interviewer received. The mean is 1 to 5, not
 * rounded, and null without ratings.
 */
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
