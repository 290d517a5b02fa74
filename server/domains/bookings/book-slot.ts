import type { Booking } from "@greenroom/contract/bookings.ts";
import { ruleOf, slotTaken } from "../../db/constraints.ts";
import { newId } from "../../db/ids.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { strikeSlot } from "../availability/cache-slots.ts";
import { findCurrentPlan } from "../payments/find-current-plan.ts";
import { insertBooking } from "./insert-booking.ts";
import { nudgeAnnouncer } from "./nudge-announcer.ts";
import { viewOf } from "./policy.ts";
import { presentBooking, presentNewBooking } from "./present.ts";
import { checkBookable, checkSameBooking, type WantedSlot } from "./rules.ts";
import { findBookingByKey } from "./store.ts";

export interface BookSlotInput extends WantedSlot {
  /** The caller's own name for this booking: sent again, it answers the booking that was made the first time. */
  idempotencyKey: string | null;
}

/**
 * Books a slot with one session: slot, booking, session and what the worker has to announce stand or fall together.
 * Throws `invalid_input` for a past slot, `slot_taken`, `no_plan`, `no_credits`, and `conflict` when they have an
 * interview at that time or the key names another booking.
 */
export async function bookSlot(deps: Deps, actor: Actor, input: BookSlotInput): Promise<Booking> {
  const now = deps.clock.now();
  const earlier = await findRepeated(deps, actor, input);
  if (earlier !== null) return earlier;
  checkBookable(input, actor.userId, now);
  const booking = { ...input, id: newId(), intervieweeId: actor.userId, now };
  const slot = await insertBooking(deps.database, booking);
  if (slot.outcome === "refused") throw await explainRefusal(deps, actor, slot.refusedBy);
  if (slot.outcome === "booked") {
    strikeSlot(deps, slot.slotId);
    await nudgeAnnouncer(deps);
    return presentNewBooking(booking, slot, viewOf(deps));
  }
  // The same key may have come twice at once; the other call has booked by now.
  const repeated = await findRepeated(deps, actor, input);
  if (repeated === null) throw slotTaken();
  return repeated;
}

/** The booking that this key named before. Throws `conflict` when it was another one. */
async function findRepeated(deps: Deps, actor: Actor, input: BookSlotInput): Promise<Booking | null> {
  if (input.idempotencyKey === null) return null;
  const earlier = await findBookingByKey(deps.database, actor.userId, input.idempotencyKey);
  if (earlier === undefined) return null;
  checkSameBooking(earlier, input);
  return presentBooking(earlier, viewOf(deps));
}

/** Without a session there are two things to say: who never bought a plan is told of plans. A session in hand is enough to book. */
async function explainRefusal(deps: Deps, actor: Actor, constraint: string): Promise<Error> {
  const rule = ruleOf(constraint);
  if (rule === null) return new Error(`a booking was refused by ${constraint}`);
  if (rule.code !== "no_credits" || (await findCurrentPlan(deps.database, actor.userId)) !== null)
    return rule;
  return new AppError("no_plan", { msg: "You Don't Have an Active Plan", cause: rule });
}
