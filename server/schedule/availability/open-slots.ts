import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes, slotHorizonDays } from "@greenroom/contract/kernel/time.ts";
import { defaultSlotRows, type Slot } from "@greenroom/contract/schedule/availability.ts";
import { sql } from "kysely";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { lastNameBeforeBooking } from "../../people/interviewers/interviewer-profile.ts";

/** Half open: includes `from`, excludes `to`. */
export interface TimeWindow {
  from: Date;
  to: Date;
}

interface SlotQuery extends Partial<TimeWindow>, PageQuery {}

/** The pages that were read in the current second, by their query. */
interface SlotCache {
  second: number;
  pages: Map<string, Promise<SlotPage>>;
}

/** `text`: its slots as JSON. */
interface SlotPage {
  text: string;
  next: string | null;
}

/** Limits the memory: readers can ask for any window. */
const maxPages = 64;
/** One cache per server (connection pool). */
const caches = new WeakMap<object, SlotCache>();

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
  const second = Math.floor(now.getTime() / 1000);
  let cache = caches.get(deps.pool);
  if (cache === undefined || cache.second !== second || cache.pages.size >= maxPages) {
    cache = { second, pages: new Map() };
    caches.set(deps.pool, cache);
  }
  const { pages } = cache;
  const key = JSON.stringify(query);
  const page = pages.get(key) ?? readSlotPage(deps, query, now);
  pages.set(key, page);
  page.catch(() => pages.delete(key));
  return await page;
}

const soonestFirst = orderBy("asc", ["instant", "slot.startsAt"], ["id", "slot.interviewerId"]);

async function readSlotPage({ database }: Deps, query: SlotQuery, now: Date): Promise<SlotPage> {
  const { from, to } = bookableWindow(query, now);
  const slots = database
    .selectFrom("availability as slot")
    .innerJoin("users as interviewer", "interviewer.id", "slot.interviewerId")
    .select(["slot.id", "slot.startsAt", "slot.interviewerId", "interviewer.firstName"])
    .select(lastNameBeforeBooking("interviewer").as("lastName"))
    .where(isBookable(now))
    .where("slot.startsAt", ">=", from)
    .where("slot.startsAt", ">", now)
    .where("slot.startsAt", "<", to)
    .where("interviewer.blockedAt", "is", null)
    .where("interviewer.role", "=", "interviewer");
  const { limit = defaultSlotRows, after } = query;
  const { rows, next } = await readPage(slots, soonestFirst, { limit, after });
  const list = rows.map(
    ({ id, startsAt, interviewerId, firstName, lastName }): Slot => ({
      _id: id,
      slotTime: startsAt.toISOString(),
      interviewerId: { _id: interviewerId, firstName, lastName },
    }),
  );
  return { text: JSON.stringify(list), next };
}

/** Whether `slot` is available and not within its interviewer's notice. */
export function isBookable(now: Date) {
  return sql<boolean>`slot.status = 'available' and (slot.bookable_until is null or slot.bookable_until > ${now})`;
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
