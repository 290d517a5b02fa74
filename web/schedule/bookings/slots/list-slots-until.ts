import { listSlots, maxSlotRows, type Slot } from "@greenroom/contract/schedule/availability.ts";
import { call } from "../../../api/client.ts";

/** More than anybody reads: people filter by interviewer or time of day first. */
const maxPages = 5;

/** Loads the open slots up to an instant, soonest first, page by page. */
export async function listSlotsUntil(to: string, signal: AbortSignal): Promise<Slot[]> {
  const slots = new Map<string, Slot>();
  let from: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = { to, limit: String(maxSlotRows), ...(from === undefined ? {} : { from }) };
    const found: Slot[] = await call(listSlots, { query, signal });
    const known = slots.size;
    // The next page begins with the time of this page's last slot, so some of its slots are known already.
    for (const slot of found) slots.set(slot._id, slot);
    from = found.at(-1)?.slotTime;
    if (found.length < maxSlotRows || slots.size === known) break;
  }
  return [...slots.values()];
}
