import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { TimeWindow } from "./rules.ts";

interface SlotSelection {
  now: Date;
  /** Only slots that come after this position in the list. */
  after: { startsAt: number; interviewerId: string };
  limit: number;
}

/** Whether `slot` is available and not within its interviewer's notice. */
function isBookable(now: Date) {
  return sql<boolean>`slot.status = 'available' and (slot.bookable_until is null or slot.bookable_until > ${now})`;
}

/** Bookable slots, soonest first, without those of people who are blocked or no longer interview. */
export function selectBookableSlots(
  database: Database,
  { from, to }: TimeWindow,
  { now, after, limit }: SlotSelection,
) {
  return (
    database
      .selectFrom("availability as slot")
      .innerJoin("users as interviewer", "interviewer.id", "slot.interviewerId")
      .select([
        "slot.id",
        "slot.startsAt",
        "slot.interviewerId",
        "interviewer.firstName",
        "interviewer.lastName",
      ])
      // Slots within their interviewer's notice are left out, whatever the window.
      .where(isBookable(now))
      .where("slot.startsAt", ">=", from)
      .where("slot.startsAt", "<", to)
      .where("interviewer.blockedAt", "is", null)
      .where("interviewer.role", "=", "interviewer")
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("slot.startsAt", "slot.interviewerId"),
          ">",
          tuple(new Date(after.startsAt), after.interviewerId),
        ),
      )
      .orderBy("slot.startsAt")
      .orderBy("slot.interviewerId")
      .limit(limit)
      .execute()
  );
}
export type ListedSlotRow = Awaited<ReturnType<typeof selectBookableSlots>>[number];

const byStart = orderBy("asc", ["instant", "slot.startsAt"], ["id", "slot.id"]);

/** A page of an interviewer's slots with who booked them, soonest first. */
export function selectAvailability(
  database: Database,
  interviewerId: string,
  { from, to }: TimeWindow,
  page: PageQuery,
) {
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
    .select([
      "slot.id",
      "slot.startsAt",
      "slot.endsAt",
      "slot.status",
      "booking.id as bookingId",
      "booking.status as bookingStatus",
      "goals.goal",
      "meetings.joinUrl",
      "interviewee.id as intervieweeId",
      "interviewee.firstName",
      "interviewee.lastName",
      "interviewee.email",
    ])
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.status", "<>", "removed")
    .where("slot.startsAt", ">=", from)
    .where("slot.startsAt", "<", to);
  return readPage(slots, byStart, page);
}
export type AvailabilityRow = Awaited<ReturnType<typeof selectAvailability>>["rows"][number];

/** Rejects with `availability_no_overlap` if the interviewer has a slot at that time. */
export async function insertSlot(
  tx: Tx,
  slot: { id: string; interviewerId: string; startsAt: Date; endsAt: Date; createdAt: Date },
): Promise<void> {
  await tx.insertInto("availability").values(slot).execute();
}

/**
 * Removes an unbooked slot in one statement, so that it cannot be both removed and booked, and no weekly hours offer
 * its time again. Undefined if there was none to remove.
 */
export async function removeAvailableSlot(
  database: Database,
  { id, interviewerId, now }: { id: string; interviewerId: string; now: Date },
): Promise<{ startsAt: Date } | undefined> {
  return await database
    .updateTable("availability")
    .set({ status: "removed", refusedAt: now })
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .returning("startsAt")
    .executeTakeFirst();
}

/** The slot's status if it belongs to this interviewer, else undefined. */
export async function findSlotStatus(
  database: Database,
  id: string,
  interviewerId: string,
): Promise<string | undefined> {
  const slot = await database
    .selectFrom("availability")
    .select("status")
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .executeTakeFirst();
  return slot?.status;
}

/**
 * Changes a booked slot's status and returns the slot; does nothing to any other slot. No weekly hours offer a removed
 * one again. A slot of weekly hours that were deleted since is removed in any case.
 */
export async function closeBookedSlot(
  tx: Tx,
  id: string,
  { becomes, now }: { becomes: "available" | "removed"; now: Date },
) {
  return await tx
    .updateTable("availability")
    .set({
      status: sql<
        "available" | "removed"
      >`case when removed_when_released then 'removed' else ${becomes} end`,
      refusedAt: becomes === "removed" ? now : null,
    })
    .where("id", "=", id)
    .where("status", "=", "booked")
    .returning(["status", "interviewerId", "ruleId"])
    .executeTakeFirst();
}

/** Books an available slot of an active interviewer in one statement; null if there is none. */
export async function bookAvailableSlot(
  tx: Tx,
  { interviewerId, startsAt }: { interviewerId: string; startsAt: Date },
): Promise<{ id: string; startsAt: Date; endsAt: Date } | null> {
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

/** An interviewer's slots that can be booked now, soonest first. */
export function selectOfferedSlots(
  database: Database | Tx,
  interviewerId: string,
  { now, limit }: { now: Date; limit: number },
) {
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

/** A slot that this interviewer offers at a time and that can be booked now, or undefined. */
export function findOfferedSlot(
  tx: Tx,
  { interviewerId, startsAt, now }: { interviewerId: string; startsAt: Date; now: Date },
) {
  return tx
    .selectFrom("availability as slot")
    .select(["slot.startsAt", "slot.endsAt", "slot.bookableUntil"])
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.startsAt", "=", startsAt)
    .where(isBookable(now))
    .executeTakeFirst();
}

/** Holds an available slot. False if it is not available any more. */
export async function holdAvailableSlot(
  tx: Tx,
  { interviewerId, startsAt }: { interviewerId: string; startsAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("availability")
    .set({ status: "held" })
    .where("interviewerId", "=", interviewerId)
    .where("startsAt", "=", startsAt)
    .where("status", "=", "available")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a held slot available, for the booking that takes it in the same transaction. */
export async function freeHeldSlot(
  tx: Tx,
  { interviewerId, startsAt }: { interviewerId: string; startsAt: Date },
): Promise<void> {
  await tx
    .updateTable("availability")
    .set({ status: "available" })
    .where("interviewerId", "=", interviewerId)
    .where("startsAt", "=", startsAt)
    .where("status", "=", "held")
    .execute();
}
