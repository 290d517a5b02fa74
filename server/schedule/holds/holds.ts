import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type ChosenSlot,
  maxNearestSlots,
  type SlotGoneDetails,
  type SlotHold,
  type SlotState,
  slotHoldMinutes,
} from "@greenroom/contract/schedule/holds.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { slotTakenMessage } from "../../kernel/db/database-errors.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { isWithinLimit, networkOf } from "../../kernel/http/rate-limits.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { selectListedMentors, shownLastName } from "../../people/interviewers/listed-mentors.ts";
import { clearSlotCache, isBookable } from "../availability/open-slots.ts";
import { hasOtherInterviewAt, overlapsInterview } from "../bookings/find-booking.ts";
import {
  deleteOldWaits,
  isWaitedFor,
  mailWithdrawal,
  type OfferDeps,
  offerJobs,
  offerToWaiting,
} from "./offers.ts";

/**
 * Holds a slot for the actor for ten minutes, in place of the one that they held. Holding the same slot again changes
 * nothing, so that nobody can extend a hold. Throws `not_found`, `slot_taken` with the nearest slots, `conflict` when
 * they have an interview at that time, and `too_many_requests`.
 */
export async function placeHold(
  deps: Deps,
  actor: Actor,
  { slotId, address }: { slotId: string; address: string },
): Promise<SlotHold> {
  let slot = await getSlotState(deps, actor, slotId);
  if (slot.state === "open") {
    // Somebody who releases a slot and holds it again, alone or with more accounts, would keep it from others.
    const countHold = () => deps.limits.count("slot-hold-by-user-and-slot", `${actor.userId} ${slotId}`);
    if (!(await isWithinLimit(countHold)))
      throw new AppError("too_many_requests", {
        msg: "You can hold the same slot three times a day. Please choose another one.",
      });
    await deps.limits.count("slot-hold-by-address", networkOf(address));
    await takeHold(deps, actor, slotId);
    slot = await getSlotState(deps, actor, slotId);
  }
  const { _id, slotTime, mentor, heldUntil, nearest } = slot;
  if (heldUntil === null) {
    const details: SlotGoneDetails & Record<string, unknown> = { nearest };
    throw new AppError("slot_taken", { msg: slotTakenMessage, details });
  }
  return { slot: { _id, slotTime, mentor }, heldUntil };
}

/** Does nothing if somebody else took the slot meanwhile. */
async function takeHold(deps: Deps, actor: Actor, slotId: string): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const wanted = await findSlotRow(tx, slotId);
    if (wanted === null) throw slotMissingError();
    const earlier = await findHold(tx, actor.userId);
    // Also the mentor whose slot is released, so that two people who swap slots wait for each other.
    await lockSubjects(
      tx,
      [actor.userId, wanted.interviewerId, earlier?.interviewerId].filter((id) => id !== undefined),
    );
    await lockAccount(tx, actor.userId);
    // Nothing is offered to them meanwhile.
    await tx
      .selectFrom("slotWaits")
      .select("id")
      .where("userId", "=", actor.userId)
      .forNoKeyUpdate()
      .execute();
    const current = await findHold(tx, actor.userId);
    if (current !== null) await lockSubjects(tx, [current.interviewerId]);
    if (current !== null && current.slotId === slotId && current.expiresAt > now) return;
    await releaseHoldFor(deps, tx, { slotId, userId: actor.userId, now });
    const { numUpdatedRows } = await tx
      .updateTable("availability as slot")
      .from("users as interviewer")
      .set({ status: "held" })
      .where("slot.id", "=", slotId)
      .where(isBookable(now))
      .where("slot.startsAt", ">", now)
      .whereRef("interviewer.id", "=", "slot.interviewerId")
      .where("interviewer.role", "=", "interviewer")
      .where("interviewer.blockedAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (await hasOtherInterviewAt(tx, { id: null, intervieweeId: actor.userId }, wanted))
      throw conflict("You already have an interview at this time.");
    await releaseHolds(deps, tx, sql`user_id = ${actor.userId}`);
    const ends = [addMinutes(now, slotHoldMinutes), wanted.bookableUntil ?? wanted.startsAt];
    const expiresAt = new Date(Math.min(...ends.map((end) => end.getTime())));
    await tx
      .insertInto("slotHolds")
      .values({ slotId, userId: actor.userId, heldAt: now, expiresAt })
      .execute();
  });
  clearSlotCache(deps);
}

/** The slot that the actor chose and that is held for them; null without one. */
export async function getOwnHold(deps: Deps, actor: Actor): Promise<{ hold: SlotHold | null }> {
  const hold = await findHold(deps.database, actor.userId);
  if (hold === null || hold.offered) return { hold: null };
  const { _id, slotTime, mentor, heldUntil } = await getSlotState(deps, actor, hold.slotId);
  return { hold: heldUntil === null ? null : { slot: { _id, slotTime, mentor }, heldUntil } };
}

/** Releases the slot that the actor chose, if any. One that is offered to them stays theirs. */
export async function releaseOwnHold(deps: Deps, actor: Actor): Promise<{ msg: string }> {
  await inTransaction(deps.database, async (tx) => {
    const hold = await findHold(tx, actor.userId);
    if (hold === null || hold.offered) return;
    await lockSubjects(tx, [actor.userId, hold.interviewerId]);
    await releaseHolds(deps, tx, sql`user_id = ${actor.userId} and slot_id = ${hold.slotId} and not offered`);
  });
  clearSlotCache(deps);
  return { msg: "The slot is no longer held for you." };
}

/** A slot with what this visitor or person can do about it. Throws `not_found`. */
export async function getSlotState(deps: Deps, actor: Actor | null, slotId: string): Promise<SlotState> {
  const now = deps.clock.now();
  const userId = actor?.userId ?? null;
  const row = await selectChosenSlots(deps.database)
    .leftJoin("slotHolds as hold", "hold.slotId", "slot.id")
    .leftJoin("bookings as booking", (join) =>
      join
        .onRef("booking.slotId", "=", "slot.id")
        .on("booking.intervieweeId", "=", userId)
        .on("booking.status", "=", "pending"),
    )
    .select(["hold.userId as heldFor", "hold.expiresAt as heldUntil", "booking.id as bookingId"])
    .select([isBookable(now).as("isBookable"), isWaitedFor(now).as("isWaitedFor"), "slot.bookableUntil"])
    .select(["interviewer.role", "interviewer.blockedAt"])
    .where("slot.id", "=", slotId)
    .executeTakeFirst();
  if (row === undefined) throw slotMissingError();
  const isOffered = row.role === "interviewer" && row.blockedAt === null && row.startsAt > now;
  const state = stateOf(row, { isOffered, userId, now });
  return {
    ...presentSlot(row, actor !== null),
    state,
    heldUntil: state === "yours" && row.heldUntil !== null ? row.heldUntil.toISOString() : null,
    bookingId: row.bookingId,
    nearest: state === "gone" ? await findNearest(deps.database, { slot: row, userId, now }) : [],
  };
}

function stateOf(
  row: {
    bookingId: string | null;
    heldFor: string | null;
    heldUntil: Date | null;
    isBookable: boolean;
    isWaitedFor: boolean;
    bookableUntil: Date | null;
  },
  { isOffered, userId, now }: { isOffered: boolean; userId: string | null; now: Date },
): SlotState["state"] {
  if (row.bookingId !== null) return "booked";
  if (!isOffered) return "gone";
  if (row.heldUntil === null) return row.isBookable ? "open" : "gone";
  // A hold that has run out and is not released yet blocks nobody, unless it ended with the notice or somebody waits.
  if (row.heldUntil <= now)
    return !row.isWaitedFor && (row.bookableUntil === null || row.bookableUntil > now) ? "open" : "gone";
  return row.heldFor === userId ? "yours" : "gone";
}

/** Half of the nearest slots are the same mentor's, if they offer so many. */
const nearestOfMentor = maxNearestSlots / 2;

/**
 * The open slots nearest to one that is gone: of the same mentor, and of others around the same time. A visitor sees
 * those of mentors with a public page only, a person none that overlaps an interview of theirs.
 */
async function findNearest(
  database: Database,
  { slot, userId, now }: { slot: ChosenSlotRow; userId: string | null; now: Date },
): Promise<ChosenSlot[]> {
  /** Up to as many as are shown, on one side of the time. Reads the index on the starts of available slots. */
  function selectOn(side: "after" | "before", isSameMentor: boolean) {
    const open = selectChosenSlots(database)
      .where(isBookable(now))
      .where("slot.startsAt", ">", now)
      .where("slot.startsAt", side === "after" ? ">=" : "<", slot.startsAt)
      .where("slot.interviewerId", isSameMentor ? "=" : "<>", slot.interviewerId)
      .where("interviewer.role", "=", "interviewer")
      .where("interviewer.blockedAt", "is", null)
      .orderBy("slot.startsAt", side === "after" ? "asc" : "desc")
      .limit(maxNearestSlots);
    if (userId === null) return open.where("listed.slug", "is not", null);
    const times = { startsAt: sql`slot.starts_at`, endsAt: sql`slot.ends_at` };
    return open.where(({ not }) => not(overlapsInterview({ intervieweeId: userId, ...times })));
  }
  const distance = ({ startsAt }: ChosenSlotRow) => Math.abs(startsAt.getTime() - slot.startsAt.getTime());
  const findOf = async (isSameMentor: boolean) =>
    (
      await Promise.all([
        selectOn("before", isSameMentor).execute(),
        selectOn("after", isSameMentor).execute(),
      ])
    )
      .flat()
      .sort((one, other) => distance(one) - distance(other));
  const [own, others] = await Promise.all([findOf(true), findOf(false)]);
  const shown = own.slice(0, Math.max(nearestOfMentor, maxNearestSlots - others.length));
  return [...shown, ...others.slice(0, maxNearestSlots - shown.length)]
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    .map((row) => presentSlot(row, userId !== null));
}

function selectChosenSlots(database: Database | Tx) {
  return database
    .selectFrom("availability as slot")
    .innerJoin("users as interviewer", "interviewer.id", "slot.interviewerId")
    .leftJoin(
      selectListedMentors(database)
        .select(["profile.userId", "profile.slug", shownLastName.as("lastName")])
        .as("listed"),
      (join) => join.onRef("listed.userId", "=", "slot.interviewerId"),
    )
    .select([
      "slot.id",
      "slot.startsAt",
      "slot.interviewerId",
      "interviewer.firstName",
      "interviewer.timeZone",
    ])
    .select(["listed.slug", "listed.lastName"]);
}
type ChosenSlotRow = Awaited<ReturnType<ReturnType<typeof selectChosenSlots>["executeTakeFirstOrThrow"]>>;

/** Signed-in people may see whose slot it is, as in the list of slots. */
function presentSlot(row: ChosenSlotRow, isSignedIn: boolean): ChosenSlot {
  const { id, startsAt, firstName, lastName, slug, timeZone } = row;
  return {
    _id: id,
    slotTime: startsAt.toISOString(),
    mentor: slug !== null || isSignedIn ? { firstName, lastName: lastName ?? "", slug, timeZone } : null,
  };
}

/** The interviewer and the times of a slot, which never change. */
export async function findSlotRow(tx: Tx, slotId: string) {
  const row = await tx
    .selectFrom("availability")
    .select(["interviewerId", "startsAt", "endsAt", "bookableUntil"])
    .where("id", "=", slotId)
    .executeTakeFirst();
  return row ?? null;
}

const slotMissingError = () => new AppError("not_found", { msg: "This slot does not exist." });

/** The slot that is held for a person, also if the hold has run out and is not released yet; null without one. */
export async function findHold(database: Database | Tx, userId: string) {
  const row = await database
    .selectFrom("slotHolds as hold")
    .innerJoin("availability as slot", "slot.id", "hold.slotId")
    .select(["hold.slotId", "hold.offered", "hold.expiresAt", "slot.interviewerId"])
    .where("hold.userId", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** The slot that somebody holds at this time of an interviewer; null without one. */
export async function findHeldSlot(
  database: Database | Tx,
  { interviewerId, startsAt }: { interviewerId: string; startsAt: Date },
): Promise<string | null> {
  const row = await database
    .selectFrom("slotHolds as hold")
    .innerJoin("availability as slot", "slot.id", "hold.slotId")
    .select("hold.slotId")
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.startsAt", "=", startsAt)
    .executeTakeFirst();
  return row?.slotId ?? null;
}

/**
 * Makes way for somebody who takes a slot: ends their hold on it, or one that has run out, which is theirs no more. If
 * somebody waits for the slot, it is offered to them now.
 */
export async function releaseHoldFor(
  deps: OfferDeps,
  tx: Tx,
  { slotId, userId, now }: { slotId: string; userId: string; now: Date },
): Promise<void> {
  await endHolds(tx, sql`slot_id = ${slotId} and user_id = ${userId} and expires_at > ${now}`);
  await releaseHolds(deps, tx, sql`slot_id = ${slotId} and expires_at <= ${now}`);
}

/** Ends holds, and offers their slots to those who wait for them. The rules of `endHolds` apply. Returns how many. */
export async function releaseHolds(deps: OfferDeps, tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  const ended = await endHolds(tx, which);
  for (const freed of ended) await offerToWaiting(deps, tx, freed);
  return ended.length;
}

interface EndedHold {
  slotId: string;
  leftBy: string;
  isOffer: boolean;
}

/**
 * Ends holds and offers their slots again, except in their interviewers' time off or if their weekly hours were deleted.
 * Hold the locks of their people, and clear the cache of slots after the commit. Returns the slots.
 */
async function endHolds(tx: Tx, which: RawBuilder<unknown>): Promise<EndedHold[]> {
  const { rows } = await sql<EndedHold>`
    with ended as (delete from slot_holds where ${which} returning slot_id, user_id, offered)
    update availability slot
      set status = case when is_off or slot.removed_when_released then 'removed' else 'available' end,
        rule_id = case when is_off then null else slot.rule_id end
      from ended join availability held on held.id = ended.slot_id
        cross join lateral (select exists (select from time_off off
          where off.interviewer_id = held.interviewer_id
            and off.starts_at < held.ends_at and off.ends_at > held.starts_at) as is_off) checked
      where slot.id = ended.slot_id and slot.status = 'held'
      returning slot.id as "slotId", ended.user_id as "leftBy", ended.offered as "isOffer"`.execute(tx);
  return rows;
}

/**
 * Ends the holds on the slots of an interviewer, and the hold of a person: a job releases its slot, whose interviewer this
 * does not lock. The caller holds their lock.
 */
export async function eraseHolds({ jobs }: OfferDeps, tx: Tx, userId: string): Promise<void> {
  await releaseHoldsOf({ jobs }, tx, userId, sql`true`);
  const { numUpdatedRows } = await tx
    .updateTable("slotHolds")
    .set(({ ref }) => ({ expiresAt: ref("heldAt") }))
    .where("userId", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await jobs.enqueue(tx, releaseExpired, {});
}

/**
 * Ends the holds on those of an interviewer's slots that they withdraw, and tells those to whom one was offered. The
 * caller holds their lock.
 */
export async function releaseHoldsOf(
  { jobs }: Pick<Deps, "jobs">,
  tx: Tx,
  interviewerId: string,
  withdrawn: RawBuilder<unknown>,
): Promise<void> {
  const ended = await endHolds(
    tx,
    sql`slot_id in (select id from availability
      where interviewer_id = ${interviewerId} and status = 'held' and ${withdrawn})`,
  );
  for (const { slotId, leftBy: userId, isOffer } of ended)
    if (isOffer) await jobs.enqueue(tx, mailWithdrawal, { slotId, userId });
}

const releaseExpired = defineRecurringJob("holds.release-expired", "* * * * *");

const batchSize = 50;

/**
 * Releases every hold that has run out, each in its own transaction, so that none makes two offers. Returns how many.
 * Several servers may run it at once.
 */
export async function releaseExpiredHolds(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (let found = batchSize; found === batchSize; ) {
    const expired = await deps.database
      .selectFrom("slotHolds as hold")
      .innerJoin("availability as slot", "slot.id", "hold.slotId")
      .select(["hold.slotId", "hold.userId", "slot.interviewerId"])
      .where("hold.expiresAt", "<=", now)
      .orderBy("hold.expiresAt")
      .limit(batchSize)
      .execute();
    found = expired.length;
    for (const { slotId, userId, interviewerId } of expired)
      count += await inTransaction(deps.database, async (tx) => {
        await lockSubjects(tx, [userId, interviewerId]);
        return await releaseHolds(deps, tx, sql`slot_id = ${slotId} and expires_at <= ${now}`);
      });
  }
  if (count > 0) clearSlotCache(deps);
  return count;
}

export const holdJobs: JobHandler<Deps>[] = [
  ...offerJobs,
  defineHandler(releaseExpired, async (deps) => {
    const count = await releaseExpiredHolds(deps);
    if (count > 0) deps.log.info({ count }, "released slots whose hold had run out");
    await deleteOldWaits(deps);
  }),
];
