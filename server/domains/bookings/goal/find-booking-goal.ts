import type { Goal } from "@greenroom/contract/goals/goals.ts";
import type { Database } from "../../../db/database.ts";
import { findGoal } from "./goal-store.ts";

/** Returns what the interviewee wants from an interview, or null if they set no goal. */
export async function findBookingGoal(database: Database, bookingId: string): Promise<Goal | null> {
  return await findGoal(database, bookingId);
}
