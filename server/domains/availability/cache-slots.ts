import type { Database } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { bodyOf, HeldSlots, type SlotBody } from "./hold-slots.ts";
import type { TimeWindow } from "./rules.ts";
import { selectBookableSlots } from "./store.ts";

/*
 * The slots of the next 60 days, held in this process as the bytes of their answer: everybody's list is the same,
 * and reading and writing it as JSON for each reader is nearly all of what a list costs.
 *
 * Never stale for who wrote: this server's own bookings are struck out, and its own changes of availability throw the
 * copy away, after the commit and before the answer. What other servers and commands write shows within a second
 * (`freshMilliseconds`). That is a clock and not a version check or LISTEN: a version row would be one lock that every
 * booking queues for, NOTIFY takes a lock over all commits, and a reader who is a second behind loses nothing, for
 * booking itself never looks here.
 */
class SlotCache {
  #held: HeldSlots | null = null;
  #next: { slots: HeldSlots; loading: Promise<HeldSlots> } | null = null;

  /** One query at a time, however many readers wait for it. */
  async read(database: Database, now: Date): Promise<HeldSlots> {
    if (this.#held?.isFresh(now)) return this.#held;
    this.#next ??= this.#load(database, now);
    return await this.#next.loading;
  }

  #load(database: Database, now: Date) {
    const slots = new HeldSlots(now);
    const settle = (held: HeldSlots | null) => {
      // Thrown away while it was under way: whoever waited gets it, nobody later.
      if (this.#next !== next) return;
      this.#next = null;
      this.#held = held;
    };
    const loading = slots.load(database).then(
      () => {
        settle(slots);
        return slots;
      },
      (error: unknown) => {
        settle(null);
        throw error;
      },
    );
    const next = { slots, loading };
    return next;
  }

  strike(slotId: string): void {
    this.#held?.strike(slotId);
    this.#next?.slots.strike(slotId);
  }

  forget(): void {
    this.#held = null;
    this.#next = null;
  }
}

/** One cache a server, that is, a connection pool. */
const caches = new WeakMap<object, SlotCache>();

function cacheOf(deps: Deps): SlotCache {
  let cache = caches.get(deps.pool);
  if (cache === undefined) {
    cache = new SlotCache();
    caches.set(deps.pool, cache);
  }
  return cache;
}

/** The JSON of the slots in a window, at most a second old and never without this server's own writes. */
export async function readSlots(deps: Deps, window: TimeWindow, now: Date): Promise<SlotBody> {
  const held = await cacheOf(deps).read(deps.database, now);
  if (held.covers(window)) return held.body(window, now);
  return bodyOf(await selectBookableSlots(deps.database, window, now));
}

/** Call after the commit that booked a slot, before it is answered. */
export function strikeSlot(deps: Deps, slotId: string): void {
  cacheOf(deps).strike(slotId);
}

/** Call after the commit that added, removed or freed a slot, before it is answered. */
export function forgetSlots(deps: Deps): void {
  cacheOf(deps).forget();
}
