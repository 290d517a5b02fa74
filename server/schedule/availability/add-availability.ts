import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { createSlotTimes } from "./rules.ts";
import { invalidateSlotTimes } from "./slot-cache.ts";
import { insertSlot } from "./store.ts";
import { findTimeOffAt } from "./time-off/time-off-store.ts";
import { setGenerationDueForSlot } from "./weekly/weekly-store.ts";

const timeOffConflictError = () =>
  new AppError("conflict", { msg: "You have time off then. End it under Weekly hours to add this slot." });

/**
 * Offers a slot. Throws `invalid_input` for a past start, `conflict` in the interviewer's time off, and a
 * constraint's error if it overlaps another of their slots.
 */
export async function addAvailability(deps: Deps, actor: Actor, startsAt: Date): Promise<Availability> {
  const now = deps.clock.now();
  const slot = {
    id: newId(),
    interviewerId: actor.userId,
    ...createSlotTimes(startsAt, now),
    createdAt: now,
  };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    if ((await findTimeOffAt(tx, actor.userId, slot)) !== undefined) throw timeOffConflictError();
    await insertSlot(tx, slot);
    await setGenerationDueForSlot(tx, slot.id);
  });
  invalidateSlotTimes(deps, [slot.startsAt]);
  return {
    _id: slot.id,
    slotTime: slot.startsAt.toISOString(),
    endTime: slot.endsAt.toISOString(),
    booking: null,
    allowedActions: ["delete"],
  };
}
