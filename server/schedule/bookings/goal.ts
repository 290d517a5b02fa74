import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { describeGoal, type Goal, isBlankGoal } from "@greenroom/contract/schedule/goals.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { lockOwnBooking, notPendingError } from "./find-booking.ts";
import { getPresentedBooking } from "./present.ts";
import { mayEditGoal } from "./rules.ts";

/**
 * Sets the actor's goal for an interview that they booked, until it starts. A blank goal removes the current
 * one. Throws `not_found`, `forbidden` for its interviewer, `conflict` from the start on, and
 * `too_many_requests`.
 */
export async function setGoal(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  goal: Goal,
): Promise<{ msg: string; booking: Booking }> {
  await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    const now = deps.clock.now();
    if (booking.intervieweeId !== actor.userId)
      throw new AppError("forbidden", { msg: "Only the interviewee can set the interview's goal." });
    if (booking.status !== "pending") throw notPendingError(booking);
    if (!mayEditGoal(booking, now))
      throw conflict("The interview has begun, so its goal can no longer be changed.");
    if (isBlankGoal(goal)) {
      await tx.deleteFrom("bookingGoals").where("bookingId", "=", bookingId).execute();
      return;
    }
    const values = { goal: JSON.stringify(goal), updatedAt: now };
    await tx
      .insertInto("bookingGoals")
      .values({ bookingId, intervieweeId: actor.userId, ...values })
      .onConflict((conflict) => conflict.column("bookingId").doUpdateSet(values))
      .execute();
  });
  return {
    msg: "✅ Your goal is saved. Your interviewer sees it.",
    booking: await getPresentedBooking(deps, bookingId),
  };
}

export async function eraseGoals(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("bookingGoals").where("intervieweeId", "=", userId).execute();
}

/** The goal in a line or two for the head of a document; empty without a goal. */
export async function findGoalLines(database: Database, bookingId: string): Promise<string[]> {
  const goal = await findBookingGoal(database, bookingId);
  const parts = goal === null ? [] : describeGoal(goal);
  return parts.slice(0, 2).map(({ detail }) => detail);
}

export async function findBookingGoal(database: Database | Tx, bookingId: string): Promise<Goal | null> {
  const row = await database
    .selectFrom("bookingGoals")
    .select("goal")
    .where("bookingId", "=", bookingId)
    .executeTakeFirst();
  return row?.goal ?? null;
}
