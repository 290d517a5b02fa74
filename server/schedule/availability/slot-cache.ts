import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { presentSlot } from "./present.ts";
import { type ListedSlotRow, selectBookableSlots } from "./store.ts";

interface SlotRead {
  /** The first slot that is wanted comes next after this position. */
  after: SlotPosition;
  /** Slots that start at this time or later are not wanted. */
  to: number;
  /** The number of slots that are wanted. */
  count: number;
}

interface Load {
  start: SlotPosition;
  /** Slots that were booked while the query ran. */
  removedIds: Set<string>;
  range: Promise<CachedSlotRange>;
}

/** More than the page of 200 that most readers ask for, so that a few bookings do not make it fall short. */
const minLoadedSlots = 250;
/** Limits the memory: readers can ask for windows with any beginning. */
const maxRanges = 64;
const dayMilliseconds = 86_400_000;

/**
 * Caches bookable slots in this process, as the JSON of the response: the list is the same for everybody. It holds the
 * ranges of the list that readers asked for, each about as long as a page, so that a read costs the same however many
 * slots a day has (docs/decisions/0043).
 *
 * This server's own changes show at once: after the commit and before the response, a booked slot is removed from
 * the cache, or the ranges with the changed times are dropped. Changes by other servers and commands show within a
 * second.
 */
class SlotCache {
  readonly #ranges = new Set<CachedSlotRange>();
  readonly #loads = new Set<Load>();

  /** A range that covers the position. Concurrent readers of the same part of the list share one query. */
  async read(database: Database, read: SlotRead, now: Date): Promise<CachedSlotRange> {
    const { after } = read;
    for (const range of this.#ranges) if (range.covers(after) && range.isFresh(now)) return range;
    const running = this.#findLoad(after);
    if (running !== undefined) {
      const range = await running.range;
      if (range.covers(after)) return range;
    }
    return await this.#load(database, read, now);
  }

  /** Readers of the soonest slots ask for positions that differ by the time between their requests. */
  #findLoad(after: SlotPosition): Load | undefined {
    for (const load of this.#loads)
      if (!isAfter(load.start, after) && after.startsAt - load.start.startsAt < maxAgeMilliseconds)
        return load;
    return undefined;
  }

  #load(database: Database, read: SlotRead, now: Date): Promise<CachedSlotRange> {
    const removedIds = new Set<string>();
    const load: Load = {
      start: read.after,
      removedIds,
      range: loadRange(database, read, { now, removedIds }),
    };
    this.#loads.add(load);
    load.range.then(
      (range) => {
        // A load that was dropped while it ran serves the readers who waited for it, but is not cached.
        if (this.#loads.delete(load)) this.#keep(range, now);
      },
      () => this.#loads.delete(load), // The waiting readers get the error.
    );
    return load.range;
  }

  #keep(range: CachedSlotRange, now: Date): void {
    for (const other of this.#ranges) if (!other.isFresh(now)) this.#ranges.delete(other);
    if (this.#ranges.size >= maxRanges) this.#ranges.clear();
    this.#ranges.add(range);
  }

  removeSlot({ slotId, startsAt }: TakenSlot): void {
    for (const range of this.#ranges) if (range.includesTime(startsAt.getTime())) range.remove(slotId);
    for (const load of this.#loads) load.removedIds.add(slotId);
  }

  dropTimes(starts: readonly Date[]): void {
    for (const time of starts.map((start) => start.getTime())) {
      for (const range of this.#ranges) if (range.includesTime(time)) this.#ranges.delete(range);
      for (const load of this.#loads) if (load.start.startsAt <= time) this.#loads.delete(load);
    }
  }

  clear(): void {
    this.#ranges.clear();
    this.#loads.clear();
  }
}

/** The result reflects the moment before the query; slots that are booked while it runs are left out. */
async function loadRange(
  database: Database,
  { after, to, count }: SlotRead,
  { now, removedIds }: { now: Date; removedIds: Set<string> },
): Promise<CachedSlotRange> {
  const loadedAt = performance.now();
  // Up to the end of a day: the default window ends 60 days after the request, which is another time for each reader.
  const endOfDay = Math.ceil(to / dayMilliseconds) * dayMilliseconds;
  const limit = Math.max(count, minLoadedSlots);
  const window = { from: new Date(after.startsAt), to: new Date(endOfDay) };
  const rows = await selectBookableSlots(database, window, { now, after, limit });
  const slots = rows.map(toListedSlot);
  const end = slots.length < limit ? positionBefore(endOfDay) : (slots.at(-1) as ListedSlot);
  return new CachedSlotRange(
    slots.filter(({ id }) => !removedIds.has(id)),
    { start: after, end, asOf: now, loadedAt },
  );
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

/** A range of the list that covers a position, at most a second old and always with this server's own changes. */
export function readSlotRange(deps: Deps, read: SlotRead, now: Date): Promise<CachedSlotRange> {
  return getCache(deps).read(deps.database, read, now);
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
export function invalidateSlotTimes(deps: Deps, starts: readonly Date[]): void {
  getCache(deps).dropTimes(starts);
}

/** Call this after the commit that changed an interviewer's slots on many days, before the response. */
export function clearSlotCache(deps: Deps): void {
  getCache(deps).clear();
}

/** Maximum age of a copy, by both the system clock and the server's clock. */
export const maxAgeMilliseconds = 1000;

/** The order of the list: by time, then by interviewer. A page begins after a position, even if its slot is gone. */
export interface SlotPosition {
  startsAt: number;
  interviewerId: string;
}

/** The position before all slots that start at `instant`. */
export function positionBefore(instant: number): SlotPosition {
  return { startsAt: instant, interviewerId: "00000000-0000-0000-0000-000000000000" };
}

export function isAfter(one: SlotPosition, other: SlotPosition): boolean {
  if (one.startsAt !== other.startsAt) return one.startsAt > other.startsAt;
  return one.interviewerId > other.interviewerId;
}

/** A slot as the JSON of the response, with its position in the list. */
export interface ListedSlot extends SlotPosition {
  id: string;
  json: string;
}

export function toListedSlot(slot: ListedSlotRow): ListedSlot {
  const { id, startsAt, interviewerId } = slot;
  return { id, startsAt: startsAt.getTime(), interviewerId, json: JSON.stringify(presentSlot(slot)) };
}

interface RangeOptions {
  /** The slots come after this position. */
  start: SlotPosition;
  /** No slot between the last one of the range and this position was bookable. */
  end: SlotPosition;
  asOf: Date;
  /** By `performance.now()`. */
  loadedAt: number;
}

let versions = 0;

/** The bookable slots between two positions of the list at one moment, without those that were booked since. */
export class CachedSlotRange {
  readonly start: SlotPosition;
  readonly end: SlotPosition;
  readonly #asOf: Date;
  readonly #loadedAt: number;
  #slots: readonly ListedSlot[];
  #version: number;

  constructor(slots: readonly ListedSlot[], { start, end, asOf, loadedAt }: RangeOptions) {
    this.#slots = slots;
    this.start = start;
    this.end = end;
    this.#asOf = asOf;
    this.#loadedAt = loadedAt;
    this.#version = ++versions;
  }

  /** A new number each time the slots change. */
  get version(): number {
    return this.#version;
  }

  isFresh(now: Date): boolean {
    const passed = now.getTime() - this.#asOf.getTime();
    const age = performance.now() - this.#loadedAt;
    return age < maxAgeMilliseconds && passed >= 0 && passed < maxAgeMilliseconds;
  }

  /** Whether the slots that come next after the position are known. */
  covers(position: SlotPosition): boolean {
    return !isAfter(this.start, position) && isAfter(this.end, position);
  }

  includesTime(instant: number): boolean {
    return this.start.startsAt <= instant && instant <= this.end.startsAt;
  }

  remove(slotId: string): void {
    this.#slots = this.#slots.filter(({ id }) => id !== slotId);
    this.#version = ++versions;
  }

  /** Adds the slots after a position and before the time `to`, until `found` holds `most` slots. */
  collect(found: ListedSlot[], { after, to, most }: { after: SlotPosition; to: number; most: number }): void {
    for (let index = this.#firstAfter(after); index < this.#slots.length; index += 1) {
      const slot = this.#slots[index] as ListedSlot;
      if (slot.startsAt >= to || found.length >= most) return;
      found.push(slot);
    }
  }

  #firstAfter(position: SlotPosition): number {
    let [low, high] = [0, this.#slots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(this.#slots[middle] as ListedSlot, position)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
