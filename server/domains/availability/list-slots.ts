import type { Deps } from "../../deps.ts";
import { readSlots } from "./cache-slots.ts";
import type { SlotBody } from "./hold-slots.ts";
import { bookableWindow, type TimeWindow } from "./rules.ts";

/** The bookable slots of a window, soonest first, as JSON: from now and 60 days on, unless told; never past ones. */
export async function listSlots(deps: Deps, asked: Partial<TimeWindow>): Promise<SlotBody> {
  const now = deps.clock.now();
  return await readSlots(deps, bookableWindow(asked, now), now);
}
