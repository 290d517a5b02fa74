import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { defaultSlotRows } from "@greenroom/contract/availability.ts";
import { slotHorizonDays } from "@greenroom/contract/core/time.ts";
import { invalidField } from "../../core/errors.ts";
import type { Deps } from "../../deps.ts";
import { bookableWindow, type TimeWindow } from "./rules.ts";
import { readSlotDays } from "./slot-cache.ts";
import {
  type CachedSlotDay,
  type ListedSlot,
  type SlotPosition,
  startOfUtcDay,
  toListedSlot,
  utcDayOf,
} from "./slot-day.ts";
import { selectBookableSlots } from "./store.ts";

/** A page of the list as response bytes. */
export interface SlotPage {
  plain: Buffer;
  /** The same bytes, compressed once for all readers; null if too short to be worth it. */
  gzipped(): Promise<Buffer> | null;
  /** The position after which the next page begins; null on the last page. */
  next: string | null;
}

interface SlotQuery extends Partial<TimeWindow> {
  limit?: number | undefined;
  after?: string | undefined;
}

const minCompressedBytes = 1024;
const compress = promisify(gzip);

/**
 * A page of the bookable slots in a window, soonest first, as JSON. The default window is the next 60 days; past
 * slots are never listed. Throws `invalid_input` for a window that ends before it starts and for an invalid page
 * position.
 */
export async function listSlots(deps: Deps, query: SlotQuery): Promise<SlotPage> {
  const now = deps.clock.now();
  const window = bookableWindow(query, now);
  const limit = query.limit ?? defaultSlotRows;
  const after = query.after === undefined ? null : readPosition(query.after);
  // A slot that starts at this very moment has passed. Reading one more than the page holds tells whether there is
  // another page.
  const wanted = {
    from: Math.max(window.from.getTime(), now.getTime() + 1, after?.startsAt ?? 0),
    to: window.to.getTime(),
    after,
    most: limit + 1,
  };
  const { slots, versions } = await collectSlots(deps, wanted, now);
  return getPage(deps, slots, { limit, versions });
}

type WantedSlots = Parameters<CachedSlotDay["collect"]>[1];

/** Reads a few days first and then more, so that a page of a full calendar does not load all of it. */
async function collectSlots(deps: Deps, wanted: WantedSlots, now: Date) {
  const slots: ListedSlot[] = [];
  const versions: number[] = [];
  const lastCached = utcDayOf(now.getTime()) + slotHorizonDays;
  const last = Math.min(utcDayOf(wanted.to - 1), lastCached);
  let first = utcDayOf(wanted.from);
  for (let count = 1; first <= last && slots.length < wanted.most; count *= 2) {
    const range = { first, last: Math.min(last, first + count - 1) };
    for (const day of await readSlotDays(deps, range, now)) {
      day.collect(slots, wanted);
      versions.push(day.version);
    }
    first = range.last + 1;
  }
  const beyond = Math.max(wanted.from, startOfUtcDay(lastCached + 1).getTime());
  if (wanted.to <= beyond || slots.length >= wanted.most) return { slots, versions };
  // Few readers ask for days this far ahead, so they are not cached.
  const window = { from: new Date(beyond), to: new Date(wanted.to) };
  const page = { now, after: wanted.after, limit: wanted.most - slots.length };
  const rows = await selectBookableSlots(deps.database, window, page);
  return { slots: [...slots, ...rows.map(toListedSlot)], versions: null };
}

/** Limits the cached pages, so that unusual windows cannot fill the memory. */
const maxCachedPages = 64;
const cachedPages = new WeakMap<object, Map<string, SlotPage>>();

function getPage(
  deps: Deps,
  slots: ListedSlot[],
  { limit, versions }: { limit: number; versions: number[] | null },
): SlotPage {
  if (versions === null) return createPage(slots, limit);
  let kept = cachedPages.get(deps.pool);
  if (kept === undefined) {
    kept = new Map();
    cachedPages.set(deps.pool, kept);
  }
  const key = `${limit} ${slots[0]?.id} ${slots.length} ${versions.join(" ")}`;
  let page = kept.get(key);
  if (page === undefined) {
    if (kept.size >= maxCachedPages) kept.clear();
    page = createPage(slots, limit);
    kept.set(key, page);
  }
  return page;
}

function createPage(slots: ListedSlot[], limit: number): SlotPage {
  const shown = slots.slice(0, limit);
  const last = shown.at(-1);
  const plain = Buffer.from(`[${shown.map(({ json }) => json).join(",")}]`);
  let compressed: Promise<Buffer> | null = null;
  return {
    plain,
    next: slots.length > limit && last !== undefined ? writePosition(last) : null,
    gzipped() {
      if (plain.length < minCompressedBytes) return null;
      compressed ??= compress(plain);
      return compressed;
    },
  };
}

function writePosition({ startsAt, interviewerId }: SlotPosition): string {
  return Buffer.from(`${startsAt}_${interviewerId}`).toString("base64url");
}

function readPosition(text: string): SlotPosition {
  const [, startsAt, interviewerId] =
    /^(\d{1,15})_([0-9a-f-]{36})$/.exec(Buffer.from(text, "base64url").toString()) ?? [];
  if (startsAt === undefined || interviewerId === undefined)
    throw invalidField("after", "This page does not exist. Take the address from the `Link` header.");
  return { startsAt: Number(startsAt), interviewerId };
}
