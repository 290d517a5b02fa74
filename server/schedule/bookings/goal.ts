import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { isBlankGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getPresentedBooking } from "./get-presented-booking.ts";
import { deleteGoal, deleteGoalsOf, putGoal } from "./goal/goal-store.ts";
import { lockOwnBooking, notPendingError } from "./lifecycle/lock-booking.ts";
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
    if (booking.intervieweeId !== actor.userId) {
      throw new AppError("forbidden", { msg: "Only the interviewee can set the interview's goal." });
    }
    if (booking.status !== "pending") throw notPendingError(booking);
    if (!mayEditGoal(booking, now)) {
      throw new AppError("conflict", {
        msg: "The interview has begun, so its goal can no longer be changed.",
      });
    }
    if (isBlankGoal(goal)) await deleteGoal(tx, bookingId);
    else await putGoal(tx, { bookingId, intervieweeId: actor.userId, goal, now });
  });
  return {
    msg: "✅ Your goal is saved. Your interviewer sees it.",
    booking: await getPresentedBooking(deps, bookingId),
  };
}

/** Deletes all goals of a person who closes their account. */
export async function eraseGoals(tx: Tx, userId: string): Promise<void> {
  await deleteGoalsOf(tx, userId);
}
