import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { defaultSlotRows } from "@greenroom/contract/schedule/availability.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { bookableWindow, type TimeWindow } from "./rules.ts";
import { readSlotRange } from "./slot-cache.ts";
import { isAfter, type ListedSlot, positionBefore, type SlotPosition } from "./slot-range.ts";

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
  // A slot that starts at this very moment has passed.
  const begin = positionBefore(Math.max(window.from.getTime(), now.getTime() + 1));
  const last = query.after === undefined ? begin : readPosition(query.after);
  // Reading one more than the page holds tells whether there is another page.
  const wanted = { after: isAfter(last, begin) ? last : begin, to: window.to.getTime(), most: limit + 1 };
  const { slots, versions } = await collectSlots(deps, wanted, now);
  return getPage(deps, slots, { limit, versions });
}

async function collectSlots(deps: Deps, { after, to, most }: Wanted, now: Date) {
  const slots: ListedSlot[] = [];
  const versions: number[] = [];
  for (let position = after; position.startsAt < to && slots.length < most; ) {
    const read = { after: position, to, count: most - slots.length };
    const range = await readSlotRange(deps, read, now);
    range.collect(slots, { after: position, to, most });
    versions.push(range.version);
    position = range.end;
  }
  return { slots, versions };
}

interface Wanted {
  after: SlotPosition;
  to: number;
  most: number;
}

/** Limits the cached pages, so that unusual windows cannot fill the memory. */
const maxCachedPages = 64;
const cachedPages = new WeakMap<object, Map<string, SlotPage>>();

function getPage(
  deps: Deps,
  slots: ListedSlot[],
  { limit, versions }: { limit: number; versions: number[] },
): SlotPage {
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
    /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      Buffer.from(text, "base64url").toString(),
    ) ?? [];
  if (startsAt === undefined || interviewerId === undefined)
    throw invalidField("after", "This page does not exist. Take the address from the `Link` header.");
  return { startsAt: Number(startsAt), interviewerId };
}
