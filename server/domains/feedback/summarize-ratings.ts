import type { Party } from "@greenroom/contract/bookings.ts";
import type { Database } from "../../db/database.ts";

/** Number and mean of the ratings that an interviewee gave or an interviewer received. */
export async function summarizeRatings(
  database: Database,
  userId: string,
  as: Party,
): Promise<{ average: number | null; count: number }> {
  const { average, count } = await database
    .selectFrom("feedback")
    .select((row) => [
      row.cast<number | null>(row.fn.avg("interviewScore"), "float8").as("average"),
      row.fn.countAll<number>().as("count"),
    ])
    .where(as === "interviewee" ? "intervieweeId" : "interviewerId", "=", userId)
    .executeTakeFirstOrThrow();
  return { average, count: Number(count) };
}
