import type { Database, Tx } from "../../db/database.ts";
import type { TimeWindow } from "./rules.ts";

/** Slots that can be booked, soonest first. Those of people who are blocked or no longer interview are left out. */
export function selectBookableSlots(database: Database, { from, to }: TimeWindow, now: Date) {
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
      .where("slot.status", "=", "available")
      .where("slot.startsAt", ">=", from)
      .where("slot.startsAt", "<", to)
      // Never before the notice that its interviewer asks for, whenever the window begins.
      .where(({ eb, or }) => or([eb("slot.bookableUntil", "is", null), eb("slot.bookableUntil", ">", now)]))
      .where("interviewer.blockedAt", "is", null)
      .where("interviewer.role", "=", "interviewer")
      .orderBy("slot.startsAt")
      .orderBy("slot.interviewerId")
      .execute()
  );
}
export type BookableSlot = Awaited<ReturnType<typeof selectBookableSlots>>[number];

/** An interviewer's slots with who booked them, soonest first. */
export function selectAvailability(database: Database, interviewerId: string, { from, to }: TimeWindow) {
  return database
    .selectFrom("availability as slot")
    .leftJoin("bookings as booking", (join) =>
      join.onRef("booking.slotId", "=", "slot.id").on("booking.status", "<>", "cancelled"),
    )
    .leftJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .leftJoin("meetings", "meetings.bookingId", "booking.id")
    .select([
      "slot.id",
      "slot.startsAt",
      "slot.endsAt",
      "slot.status",
      "booking.id as bookingId",
      "booking.status as bookingStatus",
      "meetings.joinUrl",
      "interviewee.id as intervieweeId",
      "interviewee.firstName",
      "interviewee.lastName",
      "interviewee.email",
    ])
    .where("slot.interviewerId", "=", interviewerId)
    .where("slot.status", "<>", "removed")
    .where("slot.startsAt", ">=", from)
    .where("slot.startsAt", "<", to)
    .orderBy("slot.startsAt")
    .execute();
}
export type AvailabilityRow = Awaited<ReturnType<typeof selectAvailability>>[number];

interface NewSlotRow {
  id: string;
  interviewerId: string;
  startsAt: Date;
  endsAt: Date;
  createdAt: Date;
}

/** Rejects with `availability_no_overlap` when the interviewer has a slot at that time. */
export async function insertSlot(tx: Tx, slot: NewSlotRow): Promise<void> {
  await tx.insertInto("availability").values(slot).execute();
}

/** Takes an unbooked slot back in one statement, so that it and a booking cannot both win. False when there was none to take. */
export async function removeAvailableSlot(
  database: Database,
  id: string,
  interviewerId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("availability")
    .set({ status: "removed" })
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The slot's status when it is this interviewer's, else undefined. */
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

/** Ends a slot's being booked; does nothing to one that is not. */
export async function closeBookedSlot(tx: Tx, id: string, status: "available" | "removed"): Promise<void> {
  await tx
    .updateTable("availability")
    .set({ status })
    .where("id", "=", id)
    .where("status", "=", "booked")
    .execute();
}

/** Takes an available slot of somebody who interviews, in one statement; null when there was none to take. */
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
