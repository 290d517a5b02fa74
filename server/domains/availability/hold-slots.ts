import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { addMinutes, slotHorizonDays } from "@greenroom/contract/time.ts";
import type { Database } from "../../db/database.ts";
import { presentSlot } from "./present.ts";
import type { TimeWindow } from "./rules.ts";
import { type BookableSlot, selectBookableSlots } from "./store.ts";

/** How long a copy may be used, by both the machine's and the server's clock. */
const freshMilliseconds = 1000;
/** Windows of which the bytes are kept, so that odd ranges cannot fill the memory. */
const keptBodies = 64;
const worthCompressing = 1024;
const compress = promisify(gzip);

/** A list as the bytes of its answer. */
export interface SlotBody {
  plain: Buffer;
  /** The same, compressed once for all readers; null when it is too short to be worth it. */
  gzipped(): Promise<Buffer> | null;
}

interface HeldSlot {
  id: string;
  startsAt: number;
  json: string;
}

/** The bookable slots of the next 60 days as they were at one moment, less those struck out since. */
export class HeldSlots {
  readonly #horizon: Date;
  readonly #asOf: Date;
  readonly #since: number;
  readonly #gone = new Set<string>();
  readonly #bodies = new Map<string, SlotBody>();
  #slots: HeldSlot[] = [];

  constructor(now: Date) {
    this.#asOf = now;
    this.#since = performance.now();
    this.#horizon = addMinutes(now, slotHorizonDays * 24 * 60);
  }

  /** Everything here is as of the moment before this query: what is struck out while it runs stays struck out. */
  async load(database: Database): Promise<this> {
    const window = { from: this.#asOf, to: this.#horizon };
    this.#slots = (await selectBookableSlots(database, window, this.#asOf)).map(holdSlot);
    return this;
  }

  isFresh(now: Date): boolean {
    const passed = now.getTime() - this.#asOf.getTime();
    const age = performance.now() - this.#since;
    return age < freshMilliseconds && passed >= 0 && passed < freshMilliseconds;
  }

  covers({ to }: TimeWindow): boolean {
    return to.getTime() <= this.#horizon.getTime() + freshMilliseconds;
  }

  strike(slotId: string): void {
    this.#gone.add(slotId);
  }

  body({ from, to }: TimeWindow, now: Date): SlotBody {
    if (this.#gone.size > 0) {
      this.#slots = this.#slots.filter(({ id }) => !this.#gone.has(id));
      this.#gone.clear();
      this.#bodies.clear();
    }
    const start = this.#firstAtOrAfter(Math.max(from.getTime(), now.getTime() + 1));
    const end = Math.max(start, this.#firstAtOrAfter(to.getTime()));
    const key = `${start}-${end}`;
    const kept = this.#bodies.get(key);
    if (kept !== undefined) return kept;
    if (this.#bodies.size >= keptBodies) this.#bodies.clear();
    const body = makeBody(this.#slots.slice(start, end));
    this.#bodies.set(key, body);
    return body;
  }

  #firstAtOrAfter(instant: number): number {
    let [low, high] = [0, this.#slots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#slots[middle]?.startsAt ?? 0) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A list that is not held: answered once. */
export function bodyOf(slots: BookableSlot[]): SlotBody {
  return makeBody(slots.map(holdSlot));
}

function holdSlot(slot: BookableSlot): HeldSlot {
  return { id: slot.id, startsAt: slot.startsAt.getTime(), json: JSON.stringify(presentSlot(slot)) };
}

function makeBody(slots: HeldSlot[]): SlotBody {
  const plain = Buffer.from(`[${slots.map(({ json }) => json).join(",")}]`);
  let compressed: Promise<Buffer> | null = null;
  return {
    plain,
    gzipped() {
      if (plain.length < worthCompressing) return null;
      compressed ??= compress(plain);
      return compressed;
    },
  };
}
