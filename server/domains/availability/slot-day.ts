import { presentSlot } from "./present.ts";
import type { ListedSlotRow } from "./store.ts";

/** Maximum age of a copy, by both the system clock and the server's clock. */
const maxAgeMilliseconds = 1000;
const dayMilliseconds = 86_400_000;

/** A UTC day, as the number of days since 1970. */
export function utcDayOf(instant: number): number {
  return Math.floor(instant / dayMilliseconds);
}

export function startOfUtcDay(day: number): Date {
  return new Date(day * dayMilliseconds);
}

/** A slot as the JSON of the response, with its sort position: by time, then by interviewer. */
export interface ListedSlot {
  id: string;
  startsAt: number;
  interviewerId: string;
  json: string;
}

export function toListedSlot(slot: ListedSlotRow): ListedSlot {
  const { id, startsAt, interviewerId } = slot;
  return { id, startsAt: startsAt.getTime(), interviewerId, json: JSON.stringify(presentSlot(slot)) };
}

/** A page begins after this slot, even if the slot no longer exists. */
export type SlotPosition = Pick<ListedSlot, "startsAt" | "interviewerId">;

export function isAfter(slot: ListedSlot, { startsAt, interviewerId }: SlotPosition): boolean {
  return slot.startsAt > startsAt || (slot.startsAt === startsAt && slot.interviewerId > interviewerId);
}

let versions = 0;

/** The bookable slots of one UTC day at one moment, without those that were booked since. */
export class CachedSlotDay {
  readonly #asOf: Date;
  readonly #loadedAt: number;
  #slots: readonly ListedSlot[];
  #version: number;

  constructor(slots: readonly ListedSlot[], { asOf, loadedAt }: { asOf: Date; loadedAt: number }) {
    this.#slots = slots;
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

  remove(slotId: string): void {
    this.#slots = this.#slots.filter(({ id }) => id !== slotId);
    this.#version = ++versions;
  }

  /** Adds the slots from `from` on, before `to` and after `after`, until `found` holds `most` slots. */
  collect(
    found: ListedSlot[],
    { from, to, after, most }: { from: number; to: number; after: SlotPosition | null; most: number },
  ): void {
    for (let index = this.#firstAtOrAfter(from); index < this.#slots.length; index += 1) {
      const slot = this.#slots[index] as ListedSlot;
      if (slot.startsAt >= to || found.length >= most) return;
      if (after === null || isAfter(slot, after)) found.push(slot);
    }
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
