import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
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

export async function insertTimeOff(tx: Tx, row: TimeOffRow): Promise<void> {
  await tx.insertInto("timeOff").values(row).execute();
}

/** Returns the deleted row; undefined if this interviewer has no such time off. */
export async function deleteTimeOffRow(
  tx: Tx,
  id: string,
  interviewerId: string,
): Promise<Pick<TimeOffRow, "closedSlots"> | undefined> {
  return await tx
    .deleteFrom("timeOff")
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .returning("closedSlots")
    .executeTakeFirst();
}

/** True until this time off is deleted. */
export async function isTimeOff(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom("timeOff").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** Those of these that an operator made by closing a day, and that are not over. */
export async function selectClosedDays(
  database: Database | Tx,
  ids: readonly string[],
  now: Date,
): Promise<TimeOffRow[]> {
  return await database
    .selectFrom("timeOff")
    .selectAll()
    .where("id", "in", ids)
    .where("closedSlots", "is not", null)
    .where("endsAt", ">", now)
    .orderBy("startsAt")
    .orderBy("id")
    .execute();
}

/** A day on which the clocks are put back, with some hours in reserve. */
const longestDayMinutes = 30 * 60;

const earliestEndFirst = orderBy("asc", ["instant", "off.endsAt"], ["id", "off.id"]);

export interface ClosedDayFilter {
  /** Left out: everybody's. */
  interviewerIds?: readonly string[] | undefined;
  /** The end is after this instant. */
  endsAfter: Date;
  startsBefore?: Date | undefined;
}

/** A page of the days that operators closed, with their interviewers. Read by the index on the end. */
export function selectClosedDayPage(
  database: Database,
  { interviewerIds, endsAfter, startsBefore }: ClosedDayFilter,
  page: PageQuery,
) {
  let query = database
    .selectFrom("timeOff as off")
    .innerJoin("users as interviewer", "interviewer.id", "off.interviewerId")
    .select(["off.id", "off.firstDay", "off.timeZone", "off.interviewerId"])
    .select(["interviewer.firstName", "interviewer.lastName", "interviewer.email"])
    .where("off.closedSlots", "is not", null)
    .where("off.endsAt", ">", endsAfter);
  if (startsBefore !== undefined)
    query = query
      .where("off.startsAt", "<", startsBefore)
      // A closed day is one day. Without this, a day of the past would read all later time off.
      .where("off.endsAt", "<", addMinutes(startsBefore, longestDayMinutes));
  if (interviewerIds !== undefined)
    query = query.where(sql<boolean>`off.interviewer_id = any(${interviewerIds}::uuid[])`);
  return readPage(query, earliestEndFirst, page);
}

/** The starts of the future free slots in the span that no weekly rule made. */
export async function selectFreeSlotsByHand(
  tx: Tx,
  { interviewerId, startsAt, endsAt }: Span,
  now: Date,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom("availability")
    .select("startsAt")
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("ruleId", "is", null)
    .where("startsAt", ">", now)
    .where("startsAt", "<", endsAt)
    .where("endsAt", ">", startsAt)
    .orderBy("startsAt")
    .execute();
  return rows.map((row) => row.startsAt);
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

/** The future free slots that touch each of these spans, in their order: what `removeFreeSlots` would remove. */
export async function countFreeSlots(
  database: Database | Tx,
  spans: readonly Span[],
  now: Date,
): Promise<number[]> {
  if (spans.length === 0) return [];
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from availability slot
      where slot.interviewer_id = span.interviewer_id and slot.status = 'available' and slot.starts_at > ${now}
        and slot.starts_at < span.ends_at and slot.ends_at > span.starts_at) as count
    from unnest(${spans.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${spans.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality span (interviewer_id, starts_at, ends_at, place)
    order by span.place`.execute(database);
  return rows.map(({ count }) => Number(count));
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
  await tx
    .updateTable("availability as slot")
    .from("timeOff as off")
    .set({ status: "removed", ruleId: null })
    .whereRef("off.interviewerId", "=", "slot.interviewerId")
    .whereRef("slot.startsAt", "<", "off.endsAt")
    .whereRef("slot.endsAt", ">", "off.startsAt")
    .where("slot.status", "=", "available")
    .where("slot.id", "=", id)
    .execute();
}

/** Removes future free slots during anyone's time off, however they got there. Returns how many. */
export async function removeSlotsInTimeOff(database: Database, now: Date): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("availability as slot")
    .from("timeOff as off")
    .set({ status: "removed", ruleId: null })
    .whereRef("off.interviewerId", "=", "slot.interviewerId")
    .whereRef("slot.startsAt", "<", "off.endsAt")
    // `slot.ends_at > off.starts_at` as a bound of the index, or it would read everybody's slots until the time off.
    .where("slot.startsAt", ">", sql<Date>`off.starts_at - make_interval(mins => ${slotMinutes})`)
    .where("off.endsAt", ">", now)
    .where("slot.status", "=", "available")
    .where("slot.startsAt", ">", now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
