import { addMinutes, slotHorizonDays } from "@greenroom/contract/kernel/time.ts";
import { defaultSlotRows, type Slot } from "@greenroom/contract/schedule/availability.ts";
import { sql } from "kysely";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";

/** Half open: includes `from`, excludes `to`. */
export interface TimeWindow {
  from: Date;
  to: Date;
}

/** A page of the list as response bytes. */
export interface SlotPage {
  bytes: Buffer;
  /** The position after which the next page begins; null on the last page. */
  next: string | null;
}

interface SlotQuery extends Partial<TimeWindow> {
  limit?: number | undefined;
  after?: string | undefined;
}

interface CachedPage {
  page: Promise<SlotPage>;
  asOf: Date;
  /** By `performance.now()`. */
  readAt: number;
}

/** By both the system clock and the server's clock. */
const maxAgeMilliseconds = 1000;
/** Limits the memory: readers can ask for any window. */
const maxPages = 64;
/** One cache per server (connection pool). */
const caches = new WeakMap<object, Map<string, CachedPage>>();

/**
 * Call this after the commit that changed slots, before the response. Changes by other servers and commands show
 * within a second.
 */
export function clearSlotCache({ pool }: Pick<Deps, "pool">): void {
  caches.delete(pool);
}

/**
 * A page of the bookable slots in a window, soonest first, as JSON. The default window is the next 60 days; past
 * slots are never listed. The list is the same for everybody, so a page is read once a second for all its readers
 * (docs/decisions/0043). Throws `invalid_input` for a window that ends before it starts and for an invalid page
 * position.
 */
export async function listSlots(deps: Deps, query: SlotQuery): Promise<SlotPage> {
  const now = deps.clock.now();
  const pages = caches.get(deps.pool) ?? new Map<string, CachedPage>();
  caches.set(deps.pool, pages);
  const key = JSON.stringify(query);
  const cached = pages.get(key);
  if (cached !== undefined && isFresh(cached, now)) return await cached.page;
  if (pages.size >= maxPages) pages.clear();
  const page = readSlotPage(deps, query, now);
  pages.set(key, { page, asOf: now, readAt: performance.now() });
  page.catch(() => pages.delete(key));
  return await page;
}

function isFresh({ asOf, readAt }: CachedPage, now: Date): boolean {
  const passed = now.getTime() - asOf.getTime();
  return performance.now() - readAt < maxAgeMilliseconds && passed >= 0 && passed < maxAgeMilliseconds;
}

async function readSlotPage({ database }: Deps, query: SlotQuery, now: Date): Promise<SlotPage> {
  const { from, to } = bookableWindow(query, now);
  const limit = query.limit ?? defaultSlotRows;
  const after = query.after === undefined ? null : readPosition(query.after);
  let slots = database
    .selectFrom("availability as slot")
    .innerJoin("users as interviewer", "interviewer.id", "slot.interviewerId")
    .select([
      "slot.id",
      "slot.startsAt",
      "slot.interviewerId",
      "interviewer.firstName",
      "interviewer.lastName",
    ])
    .where(isBookable(now))
    .where("slot.startsAt", ">=", from)
    .where("slot.startsAt", ">", now)
    .where("slot.startsAt", "<", to)
    .where("interviewer.blockedAt", "is", null)
    .where("interviewer.role", "=", "interviewer")
    .orderBy("slot.startsAt")
    .orderBy("slot.interviewerId");
  if (after !== null)
    slots = slots.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple("slot.startsAt", "slot.interviewerId"),
        ">",
        tuple(new Date(after.startsAt), after.interviewerId),
      ),
    );
  // One more than the page holds tells whether there is another page.
  const rows = await slots.limit(limit + 1).execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const list = shown.map(
    ({ id, startsAt, interviewerId, firstName, lastName }): Slot => ({
      _id: id,
      slotTime: startsAt.toISOString(),
      interviewerId: { _id: interviewerId, firstName, lastName },
    }),
  );
  return {
    bytes: Buffer.from(JSON.stringify(list)),
    next: rows.length > limit && last !== undefined ? writePosition(last) : null,
  };
}

/** Whether `slot` is available and not within its interviewer's notice. */
export function isBookable(now: Date) {
  return sql<boolean>`slot.status = 'available' and (slot.bookable_until is null or slot.bookable_until > ${now})`;
}

/** A page begins after a position, even if its slot is gone. */
function writePosition({ startsAt, interviewerId }: { startsAt: Date; interviewerId: string }): string {
  return Buffer.from(`${startsAt.getTime()}_${interviewerId}`).toString("base64url");
}

function readPosition(text: string): { startsAt: number; interviewerId: string } {
  const [, startsAt, interviewerId] =
    /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      Buffer.from(text, "base64url").toString(),
    ) ?? [];
  if (startsAt === undefined || interviewerId === undefined)
    throw invalidField("after", "This page does not exist. Take the address from the `Link` header.");
  return { startsAt: Number(startsAt), interviewerId };
}

/** The window of bookable slots. It never includes the past. Throws `invalid_input` if it ends before it starts. */
export function bookableWindow({ from, to }: Partial<TimeWindow>, now: Date): TimeWindow {
  const window = { from: from ?? now, to: to ?? addMinutes(from ?? now, slotHorizonDays * 24 * 60) };
  checkWindowOrder(window);
  return window.from < now ? { ...window, from: now } : window;
}

export function checkWindowOrder({ from, to }: TimeWindow): void {
  if (from > to) throw invalidField("to", "The end of the range must not be before its start.");
}
