import type { Database } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { CachedSlotDay, type ListedSlot, startOfUtcDay, toListedSlot, utcDayOf } from "./slot-day.ts";
import { selectBookableSlots } from "./store.ts";

interface DayRange {
  first: number;
  last: number;
}

interface Load extends DayRange {
  /** Slots that were booked while the query ran. */
  removedIds: Set<string>;
  days: Promise<Map<number, CachedSlotDay>>;
}

/**
 * Caches bookable slots by UTC day in this process, as the JSON of the response: the list is the same for
 * everybody. Only requested days are loaded, and a changed day is reloaded alone (docs/decisions/0026).
 *
 * This server's own changes show at once: after the commit and before the response, a booked slot is removed from
 * the cache, or the changed days are dropped. Changes by other servers and commands show within a second.
 */
class SlotCache {
  readonly #days = new Map<number, CachedSlotDay>();
  readonly #loads = new Set<Load>();

  /** Reads the days of a range. Concurrent readers of the same days share one query. */
  async read(database: Database, range: DayRange, now: Date): Promise<CachedSlotDay[]> {
    const numbers = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
    const stale = numbers.filter((day) => !this.#days.get(day)?.isFresh(now));
    const loaded =
      stale.length === 0
        ? new Map<number, CachedSlotDay>()
        : await this.#load(database, { first: stale[0] as number, last: stale.at(-1) as number }, now);
    return numbers.flatMap((day) => loaded.get(day) ?? this.#days.get(day) ?? []);
  }

  #load(database: Database, range: DayRange, now: Date): Promise<Map<number, CachedSlotDay>> {
    for (const { first, last, days } of this.#loads)
      if (first <= range.first && range.last <= last) return days;
    const removedIds = new Set<string>();
    const load: Load = { ...range, removedIds, days: loadDays(database, range, { now, removedIds }) };
    this.#loads.add(load);
    load.days.then(
      (days) => {
        // A load that was dropped while it ran serves the readers who waited for it, but is not cached.
        if (!this.#loads.delete(load)) return;
        for (const [day, slots] of this.#days) if (!slots.isFresh(now)) this.#days.delete(day);
        for (const [day, slots] of days) this.#days.set(day, slots);
      },
      () => this.#loads.delete(load), // The waiting readers get the error.
    );
    return load.days;
  }

  removeSlot({ slotId, startsAt }: TakenSlot): void {
    const day = utcDayOf(startsAt.getTime());
    this.#days.get(day)?.remove(slotId);
    for (const load of this.#loads) load.removedIds.add(slotId);
  }

  dropDays(starts: readonly Date[]): void {
    for (const day of starts.map((start) => utcDayOf(start.getTime()))) {
      this.#days.delete(day);
      for (const load of this.#loads) if (load.first <= day && day <= load.last) this.#loads.delete(load);
    }
  }

  clear(): void {
    this.#days.clear();
    this.#loads.clear();
  }
}

/** The result reflects the moment before the query; slots that are booked while it runs are left out. */
async function loadDays(
  database: Database,
  { first, last }: DayRange,
  { now, removedIds }: { now: Date; removedIds: Set<string> },
): Promise<Map<number, CachedSlotDay>> {
  const loadedAt = performance.now();
  const window = { from: startOfUtcDay(first), to: startOfUtcDay(last + 1) };
  const byDay = new Map<number, ListedSlot[]>();
  for (let day = first; day <= last; day += 1) byDay.set(day, []);
  for (const slot of await selectBookableSlots(database, window, { now }))
    if (!removedIds.has(slot.id)) byDay.get(utcDayOf(slot.startsAt.getTime()))?.push(toListedSlot(slot));
  return new Map([...byDay].map(([day, slots]) => [day, new CachedSlotDay(slots, { asOf: now, loadedAt })]));
}

/** One cache per server (connection pool). */
const caches = new WeakMap<object, SlotCache>();

function getCache(deps: Deps): SlotCache {
  let cache = caches.get(deps.pool);
  if (cache === undefined) {
    cache = new SlotCache();
    caches.set(deps.pool, cache);
  }
  return cache;
}

/** The slots of a range of UTC days, at most a second old and always with this server's own changes. */
export function readSlotDays(deps: Deps, range: DayRange, now: Date): Promise<CachedSlotDay[]> {
  return getCache(deps).read(deps.database, range, now);
}

interface TakenSlot {
  slotId: string;
  startsAt: Date;
}

/** Call this after the commit that booked a slot, before the response. */
export function invalidateSlot(deps: Deps, taken: TakenSlot): void {
  getCache(deps).removeSlot(taken);
}

/** Call this after the commit that added, removed or freed slots with these starts, before the response. */
export function invalidateSlotDays(deps: Deps, starts: readonly Date[]): void {
  getCache(deps).dropDays(starts);
}

/** Call this after the commit that changed an interviewer's slots on many days, before the response. */
export function clearSlotCache(deps: Deps): void {
  getCache(deps).clear();
}
