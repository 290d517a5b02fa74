import type { Database } from "../../db/database.ts";
import { selectAverageScore } from "./store.ts";

/** The mean of an interviewer's ratings, 1 to 5 and not rounded; null if there are none. */
export async function findAverageRating(database: Database, interviewerId: string): Promise<number | null> {
  return await selectAverageScore(database, interviewerId);
}
