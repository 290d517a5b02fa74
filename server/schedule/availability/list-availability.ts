import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Page } from "../../kernel/db/keyset.ts";
import type { Deps } from "../../kernel/deps.ts";
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
