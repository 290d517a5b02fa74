import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { type Availability, defaultSlotRows } from "@greenroom/contract/schedule/availability.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { presentAvailability } from "./present.ts";
import { bookableWindow, createSlotTimes, ownWindow, type TimeWindow } from "./rules.ts";
import {
  invalidateSlot,
  invalidateSlotTimes,
  isAfter,
  type ListedSlot,
  positionBefore,
  readSlotRange,
  type SlotPosition,
} from "./slot-cache.ts";
import {
  bookAvailableSlot,
  closeBookedSlot,
  findOfferedSlot,
  findSlotStatus,
  freeHeldSlot,
  holdAvailableSlot,
  insertSlot,
  removeAvailableSlot,
  selectAvailability,
  selectOfferedSlots,
} from "./store.ts";
import { findTimeOffAt, removeSlotInTimeOff } from "./time-off-store.ts";
import { generateSlots } from "./weekly-hours.ts";
import { deleteOfferedAvailability, setGenerationDueForSlot } from "./weekly-store.ts";

/** A page of the actor's slots with who booked them. Default window: from a month back on. */
export async function listAvailability(
  deps: Deps,
  actor: Actor,
  { limit, after, ...requested }: Partial<TimeWindow> & PageQuery,
): Promise<Page<Availability>> {
  const now = deps.clock.now();
  const window = ownWindow(requested, now);
  const { rows, next } = await selectAvailability(deps.database, actor.userId, window, { limit, after });
  return { rows: rows.map((row) => presentAvailability(row, now)), next };
}

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

/**
 * Offers a slot. Throws `invalid_input` for a past start, `conflict` in the interviewer's time off, and a
 * constraint's error if it overlaps another of their slots.
 */
export async function addAvailability(deps: Deps, actor: Actor, startsAt: Date): Promise<Availability> {
  const now = deps.clock.now();
  const slot = {
    id: newId(),
    interviewerId: actor.userId,
    ...createSlotTimes(startsAt, now),
    createdAt: now,
  };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    if ((await findTimeOffAt(tx, actor.userId, slot)) !== undefined)
      throw conflict("You have time off then. End it under Weekly hours to add this slot.");
    await insertSlot(tx, slot);
    await setGenerationDueForSlot(tx, slot.id);
  });
  invalidateSlotTimes(deps, [slot.startsAt]);
  return {
    _id: slot.id,
    slotTime: slot.startsAt.toISOString(),
    endTime: slot.endsAt.toISOString(),
    booking: null,
    allowedActions: ["delete"],
  };
}

/**
 * Deletes the actor's slot; the weekly hours of this moment do not offer its time again. Throws `not_found` for a missing or someone else's slot, `conflict` if it is booked or held.
 */
export async function deleteAvailability(deps: Deps, actor: Actor, slotId: string): Promise<{ msg: string }> {
  const removed = await removeAvailableSlot(deps.database, {
    id: slotId,
    interviewerId: actor.userId,
    now: deps.clock.now(),
  });
  if (removed !== undefined) {
    await setGenerationDueForSlot(deps.database, slotId);
    invalidateSlot(deps, { slotId, startsAt: removed.startsAt });
    return { msg: "The slot was deleted." };
  }
  const status = await findSlotStatus(deps.database, slotId, actor.userId);
  if (status === "booked") throw conflict("Failed to delete slot. It has been booked.");
  if (status === "held")
    throw conflict(
      "Failed to delete slot. We are holding it, because we proposed it as the new time of one of your interviews. Decline that time first.",
    );
  throw new AppError("not_found", { msg: "This slot does not exist." });
}

interface OfferedSlot {
  startsAt: Date;
  endsAt: Date;
}

export interface BookableSlot extends OfferedSlot {
  /** When its interviewer's notice runs out; null without one. */
  bookableUntil: Date | null;
}

/** The slots that an interviewer offers now, soonest first. */
export async function listOfferedSlots(
  database: Database,
  interviewerId: string,
  page: { now: Date; limit: number },
): Promise<OfferedSlot[]> {
  return await selectOfferedSlots(database, interviewerId, page);
}

/**
 * The slot that an interviewer offers at this time; null when it is taken, gone, or can't be booked at such short
 * notice. Hold the interviewer's lock.
 */
export async function getOfferedSlot(
  tx: Tx,
  slot: { interviewerId: string; startsAt: Date; now: Date },
): Promise<BookableSlot | null> {
  return (await findOfferedSlot(tx, slot)) ?? null;
}

interface RequestedSlot {
  interviewerId: string;
  startsAt: Date;
}

/**
 * Holds an offered slot for a proposal: nobody can book or delete it until the proposal ends and the database releases
 * it. False if it is no longer offered.
 */
export async function holdSlot(tx: Tx, requested: RequestedSlot): Promise<boolean> {
  return await holdAvailableSlot(tx, requested);
}

/**
 * Takes an offered slot for a booking that moves to it, or the slot that a proposal holds for this booking. The caller
 * holds both people's locks. Null if it is no longer offered.
 */
export async function reserveSlot(
  tx: Tx,
  { isHeld, ...requested }: RequestedSlot & { isHeld: boolean },
): Promise<{ id: string; startsAt: Date; endsAt: Date } | null> {
  if (isHeld) await freeHeldSlot(tx, requested);
  return await bookAvailableSlot(tx, requested);
}

/**
 * Releases the slot of a booking that has ended or moved. `available` offers it again, except in its interviewer's
 * time off or if their weekly hours no longer have it; `removed` deletes it from the calendar, and weekly hours do not
 * offer its time again. The caller holds the interviewer's lock and calls `clearSlotCache` after the commit.
 */
export async function releaseSlot(
  tx: Tx,
  slotId: string,
  { becomes, now }: { becomes: "available" | "removed"; now: Date },
): Promise<void> {
  const released = await closeBookedSlot(tx, slotId, { becomes, now });
  if (released?.status !== "available") return await setGenerationDueForSlot(tx, slotId);
  await removeSlotInTimeOff(tx, slotId);
  // The weekly hours may have changed since the booking, and the next plan may be a day away.
  if (released.ruleId !== null) await generateSlots(tx, released.interviewerId, now);
}

/**
 * Deletes a person's free slots, weekly hours and days off. The caller holds their lock and clears the slot cache
 * after the commit.
 */
export async function eraseAvailability(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await deleteOfferedAvailability(tx, interviewerId, now);
}
