import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { invalidateSlot } from "./slot-cache.ts";
import { findSlotStatus, removeAvailableSlot } from "./store.ts";
import { setGenerationDueForSlot } from "./weekly/weekly-store.ts";

/**
 * Deletes the actor's slot; the weekly hours of this moment do not offer its time again. Throws `not_found` for a missing or someone else's slot, `conflict` if it is booked or held.
 */
export async function deleteAvailability(deps: Deps, actor: Actor, slotId: string): Promise<{ msg: string }> {
  const removed = await removeAvailableSlot(deps.database, {
    id: slotId,
    interviewerId: actor.userId,
    now: deps.clock.now(),
  });
  if (removed !== undefined) {
    await setGenerationDueForSlot(deps.database, slotId);
    invalidateSlot(deps, { slotId, startsAt: removed.startsAt });
    return { msg: "The slot was deleted." };
  }
  const status = await findSlotStatus(deps.database, slotId, actor.userId);
  if (status === "booked") {
    throw new AppError("conflict", { msg: "Failed to delete slot. It has been booked." });
  }
  if (status === "held") {
    throw new AppError("conflict", {
      msg: "Failed to delete slot. We are holding it, because we proposed it as the new time of one of your interviews. Decline that time first.",
    });
  }
  throw new AppError("not_found", { msg: "This slot does not exist." });
}
