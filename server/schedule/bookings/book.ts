import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { isBlankGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Actor } from "../../kernel/actor.ts";
import { errorForConstraint, slotTakenMessage } from "../../kernel/db/constraints.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { findCurrentPlan } from "../../people/accounts/profile/plan-and-sessions.ts";
import { invalidateSlot } from "../availability/slot-cache.ts";
import { insertBooking } from "./insert-booking.ts";
import { notifyAnnouncer } from "./notifications/notify-announcer.ts";
import { createPolicyView } from "./policy.ts";
import { presentBooking, presentNewBooking } from "./present.ts";
import { checkBookable, checkSameBooking, type RequestedSlot } from "./rules.ts";
import { findBookingByKey } from "./store.ts";

export interface BookSlotInput extends RequestedSlot {
  /** The caller's own key for this booking. The same key again returns the booking that it made the first time. */
  idempotencyKey: string | null;
  /** The interviewee's goal for the interview. A blank goal counts as none. */
  goal?: Goal | null;
}

/**
 * Books a slot for one credit. Slot, booking, credit and the pending announcement commit together. Throws
 * `invalid_input` for a past slot, `slot_taken`, `no_plan`, `no_credits`, and `conflict` when the interviewee has
 * an interview at that time or used the key for another booking.
 */
export async function bookSlot(deps: Deps, actor: Actor, input: BookSlotInput): Promise<Booking> {
  const now = deps.clock.now();
  const earlier = await findByIdempotencyKey(deps, actor, input);
  if (earlier !== null) return earlier;
  checkBookable(input, actor.userId, now);
  const goal = input.goal == null || isBlankGoal(input.goal) ? null : input.goal;
  const booking = { ...input, goal, id: newId(), intervieweeId: actor.userId, now };
  const slot = await insertBooking(deps.database, booking);
  if (slot.outcome === "refused") throw await explainRefusal(deps, actor, slot.refusedBy);
  if (slot.outcome === "booked") {
    invalidateSlot(deps, slot);
    await notifyAnnouncer(deps);
    return presentNewBooking(booking, slot, createPolicyView(deps));
  }
  // Another call with the same key may have arrived at the same time; it has booked by now.
  const repeated = await findByIdempotencyKey(deps, actor, input);
  if (repeated === null) throw new AppError("slot_taken", { msg: slotTakenMessage });
  return repeated;
}

/**
 * Returns the booking that this key made earlier. Throws `conflict` if the key belongs to a different booking, or if
 * that booking was canceled since: the page would show it as booked.
 */
async function findByIdempotencyKey(deps: Deps, actor: Actor, input: BookSlotInput): Promise<Booking | null> {
  if (input.idempotencyKey === null) return null;
  const earlier = await findBookingByKey(deps.database, actor.userId, input.idempotencyKey);
  if (earlier === undefined) return null;
  checkSameBooking(earlier, input);
  if (earlier.status === "cancelled") {
    throw new AppError("conflict", {
      msg: "You had booked this slot, but that booking was canceled. Confirm again to book it.",
    });
  }
  return presentBooking(earlier, createPolicyView(deps));
}

/**
 * People without credits get one of two errors: those who never bought a plan get `no_plan`, which points them to
 * the plans. A credit is enough to book, with or without a plan.
 */
async function explainRefusal(deps: Deps, actor: Actor, constraint: string): Promise<Error> {
  const rule = errorForConstraint(constraint);
  if (rule === null) return new Error(`a booking was refused by ${constraint}`);
  if (rule.code !== "no_credits" || (await findCurrentPlan(deps.database, actor.userId)) !== null)
    return rule;
  return new AppError("no_plan", { msg: "You Don't Have an Active Plan", cause: rule });
}
