import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Availability } from "@greenroom/contract/schedule/availability.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { canReadResume } from "../../people/resumes/resume.ts";
import { releaseHoldsOf } from "../holds/holds.ts";
import { offerNewSlots } from "../holds/offers.ts";
import { checkWindowOrder, clearSlotCache, isBookable, type TimeWindow } from "./open-slots.ts";
import { findTimeOffAt, removeSlotInTimeOff } from "./time-off-store.ts";
import { generateSlots } from "./weekly-hours.ts";

const byStart = orderBy("asc", ["instant", "slot.startsAt"], ["id", "slot.id"]);

/** A page of the actor's slots with who booked them, soonest first. Default window: from a month back on. */
export async function listAvailability(
  { database, clock }: Deps,
  actor: Actor,
  { limit, after, ...requested }: Partial<TimeWindow> & PageQuery,
): Promise<Page<Availability>> {
  const now = clock.now();
  const { from, to } = ownWindow(requested, now);
  const slots = database
    .selectFrom("availability as slot")
    .leftJoin("bookings as booking", (join) =>
      join
        // Null for a slot that nobody has booked, so that PostgreSQL does not look for its booking.
        .on("booking.slotId", "=", sql<string>`case when slot.status <> 'available' then slot.id end`)
        .on("booking.status", "<>", "cancelled"),
    )
    .leftJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("meetings", "meetings.bookingId", "booking.id")
    .leftJoin("bookingGoals as goals", "goals.bookingId", "booking.id")
    .leftJoin("slotHolds as hold", "hold.slotId", "slot.id")
    .select("hold.slotId as heldForPayment")
    .select(["slot.id", "slot.startsAt", "slot.endsAt", "slot.status", "goals.goal", "meetings.joinUrl"])
    .select(["booking.id as bookingId", "booking.status as bookingStatus", "interviewee.id as intervieweeId"])
    .select(["interviewee.firstName", "interviewee.lastName", "interviewee.email"])
    .where("slot.interviewerId", "=", actor.userId)
    .where("slot.status", "<>", "removed")
    .where("slot.startsAt", ">=", from)
    .where("slot.startsAt", "<", to);
  const { rows, next } = await readPage(slots, byStart, { limit, after });
  const listed = rows.map((row): Availability => {
    const { bookingId, bookingStatus: status, intervieweeId, firstName, lastName, email } = row;
    const slot = { _id: row.id, slotTime: row.startsAt.toISOString(), endTime: row.endsAt.toISOString() };
    if (bookingId === null || status === null || intervieweeId === null) {
      const canDelete = row.status === "available" || row.heldForPayment !== null;
      return { ...slot, booking: null, allowedActions: canDelete ? ["delete"] : [] };
    }
    const person = { firstName: firstName ?? "", lastName: lastName ?? "", email: email ?? "" };
    return {
      ...slot,
      booking: {
        _id: bookingId,
        status,
        zoomLink: row.joinUrl,
        goal: row.goal,
        userId: { _id: intervieweeId, ...person },
      },
      allowedActions: canReadResume({ status, endsAt: row.endsAt }, now) ? ["view-resume"] : [],
    };
  });
  return { rows: listed, next };
}

/** Default start of an interviewer's own list, so that this month's calendar shows past slots. */
const lookBackMinutes = 31 * 24 * 60;
/** Later than any slot that can be offered. */
const endOfTime = new Date("2200-01-01T00:00:00Z");

/** The window of an interviewer's own list. Throws `invalid_input` if it ends before it starts. */
export function ownWindow({ from, to }: Partial<TimeWindow>, now: Date): TimeWindow {
  const latestStart = to !== undefined && to < now ? to : now;
  const window = { from: from ?? addMinutes(latestStart, -lookBackMinutes), to: to ?? endOfTime };
  checkWindowOrder(window);
  return window;
}

/**
 * Offers a slot. Throws `invalid_input` for a past start, `conflict` in the interviewer's time off, and a
 * constraint's error if it overlaps another of their slots.
 */
export async function addAvailability(deps: Deps, actor: Actor, startsAt: Date): Promise<Availability> {
  const now = deps.clock.now();
  const id = newId();
  const times = createSlotTimes(startsAt, now);
  const { userId: interviewerId } = actor;
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, interviewerId);
    if ((await findTimeOffAt(tx, interviewerId, times)) !== undefined)
      throw conflict("You have time off then. End it under Weekly hours to add this slot.");
    await tx
      .insertInto("availability")
      .values({ id, interviewerId, ...times, createdAt: now })
      .execute();
    await offerNewSlots(deps, tx, { interviewerId, createdAt: now });
  });
  clearSlotCache(deps);
  return {
    _id: id,
    slotTime: startsAt.toISOString(),
    endTime: times.endsAt.toISOString(),
    booking: null,
    allowedActions: ["delete"],
  };
}

/**
 * Computes the times of a slot that may be offered now. Throws `invalid_input` for a past start or one that is not
 * on a whole minute.
 */
export function createSlotTimes(startsAt: Date, now: Date): { startsAt: Date; endsAt: Date } {
  if (startsAt <= now) throw invalidField("slotTime", "You cannot add slots in the past.");
  if (startsAt.getTime() % 60_000 !== 0) throw invalidField("slotTime", "A slot starts on a whole minute.");
  return { startsAt, endsAt: addMinutes(startsAt, slotMinutes) };
}

/**
 * Deletes the actor's slot, and ends a hold on it; the weekly hours of this moment do not offer its time again. Throws
 * `not_found` for a missing or someone else's slot, `conflict` if it is booked or held by a proposal.
 */
export async function deleteAvailability(deps: Deps, actor: Actor, slotId: string): Promise<{ msg: string }> {
  const { userId: interviewerId } = actor;
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [interviewerId]);
    await releaseHoldsOf(deps, tx, interviewerId, sql`id = ${slotId}`);
    const { numUpdatedRows } = await tx
      .updateTable("availability")
      .set({ status: "removed", refusedAt: deps.clock.now() })
      .where("id", "=", slotId)
      .where("interviewerId", "=", interviewerId)
      .where("status", "=", "available")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw await explainKept(tx, { slotId, interviewerId });
  });
  clearSlotCache(deps);
  return { msg: "The slot was deleted." };
}

async function explainKept(
  tx: Tx,
  { slotId, interviewerId }: { slotId: string; interviewerId: string },
): Promise<AppError> {
  const slot = await tx
    .selectFrom("availability")
    .select("status")
    .where("id", "=", slotId)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  if (slot?.status === "booked") return conflict("Failed to delete slot. It has been booked.");
  if (slot?.status === "held")
    return conflict(
      "Failed to delete slot. We are holding it, because we proposed it as the new time of one of your interviews. Decline that time first.",
    );
  return new AppError("not_found", { msg: "This slot does not exist." });
}

/** The slots that an interviewer offers now, soonest first. */
export function listOfferedSlots(
  database: Database,
  interviewerId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<{ startsAt: Date; endsAt: Date }[]> {
  return database
    .selectFrom("availability as slot")
    .select(["slot.startsAt", "slot.endsAt"])
    .where("slot.interviewerId", "=", interviewerId)
    .where(isBookable(now))
    .where("slot.startsAt", ">", now)
    .orderBy("slot.startsAt")
    .limit(limit)
    .execute();
}

interface RequestedSlot {
  interviewerId: string;
  startsAt: Date;
}

export interface BookableSlot {
  id: string;
  startsAt: Date;
  endsAt: Date;
  /** When its interviewer's notice runs out; null without one. */
  bookableUntil: Date | null;
}

/**
 * The slot that an interviewer offers at this time; null when it is taken, gone, or can't be booked at such short
 * notice. Hold the interviewer's lock.
 */
export async function getOfferedSlot(
  tx: Tx,
  { interviewerId, startsAt, now }: RequestedSlot & { now: Date },
): Promise<BookableSlot | null> {
  const slot = await tx
    .selectFrom("availability as slot")
    .select(["slot.id", "slot.startsAt", "slot.endsAt", "slot.bookableUntil"])
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.startsAt", "=", startsAt)
    .where(isBookable(now))
    .executeTakeFirst();
  return slot ?? null;
}

/**
 * Holds an offered slot for a proposal: nobody can book or delete it until the proposal ends and the database releases
 * it. False if it is no longer offered.
 */
export async function holdSlot(tx: Tx, { interviewerId, startsAt }: RequestedSlot): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("availability")
    .set({ status: "held" })
    .where("interviewerId", "=", interviewerId)
    .where("startsAt", "=", startsAt)
    .where("status", "=", "available")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Takes an offered slot for a booking that moves to it, or the slot that a proposal holds for this booking. The caller
 * holds both people's locks. Null if it is no longer offered, or its interviewer is blocked or interviews no more.
 */
export async function reserveSlot(
  tx: Tx,
  { interviewerId, startsAt, isHeld }: RequestedSlot & { isHeld: boolean },
): Promise<{ id: string; startsAt: Date; endsAt: Date } | null> {
  if (isHeld)
    await tx
      .updateTable("availability")
      .set({ status: "available" })
      .where("interviewerId", "=", interviewerId)
      .where("startsAt", "=", startsAt)
      .where("status", "=", "held")
      .execute();
  const slot = await tx
    .updateTable("availability as slot")
    .from("users as interviewer")
    .set({ status: "booked" })
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.startsAt", "=", startsAt)
    .where("slot.status", "=", "available")
    .whereRef("interviewer.id", "=", "slot.interviewerId")
    .where("interviewer.role", "=", "interviewer")
    .where("interviewer.blockedAt", "is", null)
    .returning(["slot.id", "slot.startsAt", "slot.endsAt"])
    .executeTakeFirst();
  return slot ?? null;
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
  const released = await tx
    .updateTable("availability")
    .set({
      status: sql<
        "available" | "removed"
      >`case when removed_when_released then 'removed' else ${becomes} end`,
      refusedAt: becomes === "removed" ? now : null,
    })
    .where("id", "=", slotId)
    .where("status", "=", "booked")
    .returning(["status", "interviewerId", "ruleId"])
    .executeTakeFirst();
  if (released?.status !== "available") return;
  await removeSlotInTimeOff(tx, slotId);
  // The weekly hours may have changed since the booking, and the next plan may be an hour away.
  if (released.ruleId !== null) await generateSlots(tx, released.interviewerId, now);
}

/**
 * Deletes a person's free slots, weekly hours and days off. The caller holds their lock, has ended the holds on their
 * slots, and clears the slot cache after the commit.
 */
export async function eraseAvailability(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", ">", now)
    .execute();
  for (const table of ["weeklyRules", "weeklyGeneration", "timeOff"] as const)
    await tx.deleteFrom(table).where("interviewerId", "=", interviewerId).execute();
}
