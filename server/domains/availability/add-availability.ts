import type { Availability } from "@greenroom/contract/availability.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { forgetSlots } from "./cache-slots.ts";
import { newSlot } from "./rules.ts";
import { insertSlot } from "./store.ts";
import { findTimeOffAt } from "./time-off-store.ts";

const inTimeOff = () =>
  new AppError("conflict", { msg: "You have time off then. End it under Weekly hours to add this slot." });

/** Offers a slot. Throws `invalid_input` for a past start, `conflict` in their time off, and by constraint when it overlaps one of theirs. */
export async function addAvailability(deps: Deps, actor: Actor, startsAt: Date): Promise<Availability> {
  const now = deps.clock.now();
  const slot = { id: newId(), interviewerId: actor.userId, ...newSlot(startsAt, now), createdAt: now };
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [actor.userId]);
    if ((await findTimeOffAt(tx, actor.userId, slot)) !== undefined) throw inTimeOff();
    await insertSlot(tx, slot);
  });
  forgetSlots(deps);
  return {
    _id: slot.id,
    slotTime: slot.startsAt.toISOString(),
    endTime: slot.endsAt.toISOString(),
    booking: null,
    allowedActions: ["delete"],
  };
}
