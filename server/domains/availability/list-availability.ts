import type { Availability } from "@greenroom/contract/availability.ts";
import type { Actor } from "../../core/actor.ts";
import type { Deps } from "../../deps.ts";
import { presentAvailability } from "./present.ts";
import { ownWindow, type TimeWindow } from "./rules.ts";
import { selectAvailability } from "./store.ts";

/** The actor's slots with who booked them, soonest first. Default window: a month back and 60 days ahead. */
export async function listAvailability(
  deps: Deps,
  actor: Actor,
  requested: Partial<TimeWindow>,
): Promise<Availability[]> {
  const now = deps.clock.now();
  const rows = await selectAvailability(deps.database, actor.userId, ownWindow(requested, now));
  return rows.map((row) => presentAvailability(row, now));
}
