import { presentSlot } from "./present.ts";
import type { ListedSlotRow } from "./store.ts";

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
