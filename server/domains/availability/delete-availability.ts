import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { forgetSlots } from "./cache-slots.ts";
import { findSlotStatus, removeAvailableSlot } from "./store.ts";

/** Takes back a slot of mine. Throws `not_found` when it is not mine or gone, `conflict` when somebody has booked it. */
export async function deleteAvailability(deps: Deps, actor: Actor, slotId: string): Promise<{ msg: string }> {
  if (await removeAvailableSlot(deps.database, slotId, actor.userId)) {
    forgetSlots(deps);
    return { msg: "The slot was deleted." };
  }
  if ((await findSlotStatus(deps.database, slotId, actor.userId)) === "booked") {
    throw new AppError("conflict", { msg: "Failed to delete slot. It has been booked." });
  }
  throw new AppError("not_found", { msg: "This slot does not exist." });
}
