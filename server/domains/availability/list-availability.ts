import type { Availability } from "@greenroom/contract/availability.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { presentAvailability } from "./present.ts";
import { ownWindow, type TimeWindow } from "./rules.ts";
import { selectAvailability } from "./store.ts";

/** My slots with who booked them, soonest first: a month back and 60 days on, unless told. */
export async function listAvailability(
  deps: Deps,
  actor: Actor,
  asked: Partial<TimeWindow>,
): Promise<Availability[]> {
  const now = deps.clock.now();
  const rows = await selectAvailability(deps.database, actor.userId, ownWindow(asked, now));
  return rows.map((row) => presentAvailability(row, now));
}
