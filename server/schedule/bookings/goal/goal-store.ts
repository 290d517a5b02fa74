import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";

interface NewGoal {
  bookingId: string;
  intervieweeId: string;
  goal: Goal;
  now: Date;
}

export async function putGoal(tx: Tx, { bookingId, intervieweeId, goal, now }: NewGoal): Promise<void> {
  const values = { goal: JSON.stringify(goal), updatedAt: now };
  await tx
    .insertInto("bookingGoals")
    .values({ bookingId, intervieweeId, ...values })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet(values))
    .execute();
}

export async function deleteGoal(tx: Tx, bookingId: string): Promise<void> {
  await tx.deleteFrom("bookingGoals").where("bookingId", "=", bookingId).execute();
}

/** Returns the interviewee's goal for a booking, or null if they set none. */
export async function findGoal(database: Database | Tx, bookingId: string): Promise<Goal | null> {
  const row = await database
    .selectFrom("bookingGoals")
    .select("goal")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row?.goal ?? null;
}

/** Permanently deletes all goals of a person who closes their account. */
export async function deleteGoalsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("bookingGoals").where("intervieweeId", "=", userId).execute();
}
