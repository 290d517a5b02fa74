import { describeGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Database } from "../../../kernel/db/database.ts";
import { findGoal } from "./goal-store.ts";

/** Returns the interviewee's goal for an interview, or null if they set none. */
export async function findBookingGoal(database: Database, bookingId: string): Promise<Goal | null> {
  return await findGoal(database, bookingId);
}

/** The goal in a line or two for the head of a document; empty without a goal. */
export async function findGoalLines(database: Database, bookingId: string): Promise<string[]> {
  const goal = await findBookingGoal(database, bookingId);
  const parts = goal === null ? [] : describeGoal(goal);
  return parts.slice(0, 2).map(({ detail }) => detail);
}
