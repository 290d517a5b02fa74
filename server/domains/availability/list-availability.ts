import type { Availability } from "@greenroom/contract/availability.ts";
import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { Actor } from "../../core/actor.ts";
import type { Page } from "../../db/keyset.ts";
import type { Deps } from "../../deps.ts";
import { presentAvailability } from "./present.ts";
import { ownWindow, type TimeWindow } from "./rules.ts";
import { selectAvailability } from "./store.ts";

/** A page of the actor's slots with who booked them. Default window: from a month back on. */
export async function listAvailability(
  deps: Deps,
  actor: Actor,
  { limit, after, ...requested }: Partial<TimeWindow> & PageQuery,
): Promise<Page<Availability>> {
  const now = deps.clock.now();
  const window = ownWindow(requested, now);
  const { rows, next } = await selectAvailability(deps.database, actor.userId, window, { limit, after });
  return { rows: rows.map((row) => presentAvailability(row, now)), next };
}
