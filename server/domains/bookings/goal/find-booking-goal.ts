import type { Goal } from "@greenroom/contract/goals/goals.ts";
import type { Database } from "../../../db/database.ts";
import { findGoal } from "./goal-store.ts";

/** Returns the interviewee's goal for an interview, or null if they set none. */
export async function findBookingGoal(database: Database, bookingId: string): Promise<Goal | null> {
  return await findGoal(database, bookingId);
}
