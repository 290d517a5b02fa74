import { slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { TimeOff } from "../../kernel/db/types.ts";
import { newId } from "../../kernel/ids.ts";

export type TimeOffRow = Selectable<TimeOff>;

/** Time off that is not over at `now`, soonest first. */
export function selectTimeOff(
  database: Database | Tx,
  interviewerIds: readonly string[],
  now: Date,
): Promise<TimeOffRow[]> {
  return database
    .selectFrom("timeOff")
    .selectAll()
    .where("interviewerId", "in", interviewerIds)
    .where("endsAt", ">", now)
    .orderBy("startsAt")
    .execute();
}

/** True until this time off is deleted. */
export async function isTimeOff(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom("timeOff").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/**
 * Offers slots again that are still ahead, outside other time off, and do not overlap another slot. Returns how many.
 */
export async function restoreSlots(
  tx: Tx,
  { interviewerId, starts, now }: { interviewerId: string; starts: readonly Date[]; now: Date },
): Promise<number> {
  if (starts.length === 0) return 0;
  const { numAffectedRows } = await sql`
    insert into availability (id, interviewer_id, starts_at, ends_at, created_at)
    select slot.id, ${interviewerId}, slot.starts_at, slot.starts_at + interval '45 minutes', ${now}
    from unnest(${starts.map(() => newId())}::uuid[], ${starts}::timestamptz[]) slot (id, starts_at)
    where slot.starts_at > ${now} and not exists (
      select from time_off off where off.interviewer_id = ${interviewerId}
        and off.starts_at < slot.starts_at + interval '45 minutes' and off.ends_at > slot.starts_at)
    on conflict do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

interface Span {
  interviewerId: string;
  startsAt: Date;
  endsAt: Date;
}

/** Removes every future free slot that touches the span, whatever created it. Returns how many. */
export async function removeFreeSlots(
  tx: Tx,
  { interviewerId, startsAt, endsAt, now }: Span & { now: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", "<", endsAt)
    .where("endsAt", ">", startsAt)
    .where("startsAt", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Future interviews that touch any of the interviewer's time off. */
export function selectBookedInTimeOff(database: Database | Tx, interviewerId: string, now: Date) {
  return database
    .selectFrom("timeOff as off")
    .innerJoin("bookings as booking", (join) =>
      join
        .onRef("booking.interviewerId", "=", "off.interviewerId")
        .onRef("booking.startsAt", "<", "off.endsAt")
        .onRef("booking.endsAt", ">", "off.startsAt"),
    )
    .innerJoin("users as interviewee", "interviewee.id", "booking.intervieweeId")
    .select([
      "off.id as timeOffId",
      "booking.id",
      "booking.startsAt",
      "booking.endsAt",
      "booking.intervieweeId",
      "interviewee.firstName",
      "interviewee.lastName",
      "interviewee.email",
    ])
    .where("off.interviewerId", "=", interviewerId)
    .where("off.endsAt", ">", now)
    .where("booking.status", "=", "pending")
    .orderBy("booking.startsAt")
    .execute();
}

/** The time off, if any, that a slot would fall into. */
export async function findTimeOffAt(
  tx: Database | Tx,
  interviewerId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
): Promise<TimeOffRow | undefined> {
  return await tx
    .selectFrom("timeOff")
    .selectAll()
    .where("interviewerId", "=", interviewerId)
    .where("startsAt", "<", endsAt)
    .where("endsAt", ">", startsAt)
    .executeTakeFirst();
}

/** Removes a slot that became free during its interviewer's time off. Its rule may generate it again later. */
export async function removeSlotInTimeOff(tx: Tx, id: string): Promise<void> {
  await removeInTimeOff(tx).where("slot.id", "=", id).execute();
}

function removeInTimeOff(database: Database | Tx) {
  return (
    database
      .updateTable("availability as slot")
      .from("timeOff as off")
      .set({ status: "removed", ruleId: null })
      .whereRef("off.interviewerId", "=", "slot.interviewerId")
      .whereRef("slot.startsAt", "<", "off.endsAt")
      // `slot.ends_at > off.starts_at` as a bound of the index, or it would read everybody's slots until the time off.
      .where("slot.startsAt", ">", sql<Date>`off.starts_at - make_interval(mins => ${slotMinutes})`)
      .where("slot.status", "=", "available")
  );
}

/** Removes future free slots during anyone's time off, however they got there. Returns how many. */
export async function removeSlotsInTimeOff(database: Database, now: Date): Promise<number> {
  const { numUpdatedRows } = await removeInTimeOff(database)
    .where("off.endsAt", ">", now)
    .where("slot.startsAt", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
