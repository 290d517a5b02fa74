import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { TimeOff, timeOffFieldsSchema } from "@greenroom/contract/schedule/weekly-availability.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { toInstantRange } from "../../kernel/days.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { releaseHoldsOf } from "../holds/holds.ts";
import { offerNewSlots } from "../holds/offers.ts";
import { clearSlotCache } from "./open-slots.ts";
import { findTimeOffAt, selectTimeOff, type TimeOffRow } from "./time-off-store.ts";
import { generateSlots, type SlotChange } from "./weekly-hours.ts";

/** More entries would be hard to keep track of. */
const maxTimeOff = 50;

type TimeOffInput = z.infer<typeof timeOffFieldsSchema>;

/** The actor's time off that is not over, each with the interviews that still fall into it. */
export async function listTimeOff(deps: Deps, actor: Actor): Promise<TimeOff[]> {
  return await findTimeOff(deps.database, actor.userId, deps.clock.now());
}

/**
 * Adds time off in whole days. Free slots are removed. Booked slots stay and are returned, because we never cancel
 * an interview without telling the people. Throws `invalid_input` for days that are over, and `conflict` if the actor has
 * reached the limit.
 */
export async function addTimeOff(
  deps: Deps,
  actor: Actor,
  fields: TimeOffInput,
): Promise<SlotChange & { timeOff: TimeOff }> {
  const span = toInstantRange(fields, fields.timeZone);
  const id = newId();
  const result = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const now = deps.clock.now();
    if (span.endsAt <= now) throw invalidField("lastDay", "These days have passed already.");
    if ((await selectTimeOff(tx, [actor.userId], now)).length >= maxTimeOff)
      throw conflict(
        `You can have at most ${maxTimeOff} entries of time off ahead. Delete one of them first.`,
      );
    const change = await writeTimeOff(deps, tx, {
      id,
      interviewerId: actor.userId,
      ...fields,
      ...span,
      createdAt: now,
      closedSlots: null,
    });
    const timeOff = (await findTimeOff(tx, actor.userId, now)).find(({ _id }) => _id === id);
    if (timeOff === undefined) throw new Error(`the time off ${id} was written and is not there`);
    return { ...change, timeOff };
  });
  clearSlotCache(deps);
  return result;
}

/**
 * Writes time off and removes the free slots in it, also those that somebody is about to pay for. The caller holds the
 * interviewer's lock.
 */
export async function writeTimeOff(deps: Pick<Deps, "jobs">, tx: Tx, row: TimeOffRow): Promise<SlotChange> {
  await tx.insertInto("timeOff").values(row).execute();
  const { interviewerId, startsAt, endsAt, createdAt: now } = row;
  await releaseHoldsOf(deps, tx, interviewerId, sql`starts_at < ${endsAt} and ends_at > ${startsAt}`);
  const { numUpdatedRows } = await tx
    .updateTable("availability")
    .set({ status: "removed", ruleId: null })
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("startsAt", "<", endsAt)
    .where("endsAt", ">", startsAt)
    .where("startsAt", ">", now)
    .executeTakeFirst();
  const change = await generateSlots(tx, interviewerId, now);
  return { added: change.added, removed: change.removed + Number(numUpdatedRows) };
}

/**
 * Deletes time off. Weekly rules generate their slots again. Slots made by hand come back only on a day that an operator
 * closed. Throws `not_found`.
 */
export async function deleteTimeOff(deps: Deps, actor: Actor, id: string): Promise<SlotChange> {
  const { userId: interviewerId } = actor;
  const change = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, interviewerId);
    const now = deps.clock.now();
    const ended = await endTimeOff(tx, { id, interviewerId }, now);
    if (ended === null) throw new AppError("not_found", { msg: "These days off do not exist." });
    await offerNewSlots(deps, tx, { interviewerId, createdAt: now });
    return ended;
  });
  clearSlotCache(deps);
  return change;
}

/** Deletes time off of an interviewer whose lock the caller holds; null if there is none. */
export async function endTimeOff(
  tx: Tx,
  { id, interviewerId }: { id: string; interviewerId: string },
  now: Date,
): Promise<SlotChange | null> {
  const ended = await tx
    .deleteFrom("timeOff")
    .where("id", "=", id)
    .where("interviewerId", "=", interviewerId)
    .returning("closedSlots")
    .executeTakeFirst();
  if (ended === undefined) return null;
  // Slots by hand come back first, because a weekly rule leaves out what overlaps them.
  const starts = ended.closedSlots ?? [];
  const { numAffectedRows = 0n } = await sql`
    insert into availability (id, interviewer_id, starts_at, ends_at, created_at)
    select slot.id, ${interviewerId}, slot.starts_at, slot.starts_at + interval '45 minutes', ${now}
    from unnest(${starts.map(() => newId())}::uuid[], ${starts}::timestamptz[]) slot (id, starts_at)
    where slot.starts_at > ${now} and not exists (
      select from time_off off where off.interviewer_id = ${interviewerId}
        and off.starts_at < slot.starts_at + interval '45 minutes' and off.ends_at > slot.starts_at)
    on conflict do nothing`.execute(tx);
  const change = await generateSlots(tx, interviewerId, now);
  return { added: change.added + Number(numAffectedRows), removed: change.removed };
}

async function findTimeOff(database: Database | Tx, interviewerId: string, now: Date): Promise<TimeOff[]> {
  const rows = await selectTimeOff(database, [interviewerId], now);
  const booked = await database
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
    ])
    .select(["interviewee.firstName", "interviewee.lastName", "interviewee.email"])
    .where("off.interviewerId", "=", interviewerId)
    .where("off.endsAt", ">", now)
    .where("booking.status", "=", "pending")
    .orderBy("booking.startsAt")
    .execute();
  return rows.map(({ id, firstDay, lastDay, timeZone }) => ({
    _id: id,
    firstDay,
    lastDay,
    timeZone,
    booked: booked
      .filter(({ timeOffId }) => timeOffId === id)
      .map((booking) => ({
        _id: booking.id,
        startTime: booking.startsAt.toISOString(),
        endTime: booking.endsAt.toISOString(),
        userId: {
          _id: booking.intervieweeId,
          firstName: booking.firstName,
          lastName: booking.lastName,
          email: booking.email,
        },
      })),
  }));
}

/** A whole day of an interviewer's calendar in a zone. */
export interface CalendarDay {
  interviewerId: string;
  day: string;
  timeZone: string;
}

function toSpan({ interviewerId, day, timeZone }: CalendarDay) {
  return { interviewerId, ...toInstantRange({ firstDay: day, lastDay: day }, timeZone) };
}

/** How many future free slots touch each of these days, also those that somebody is paying for, in their order. */
export async function countFreeTimes(
  database: Database | Tx,
  days: readonly CalendarDay[],
  now: Date,
): Promise<number[]> {
  if (days.length === 0) return [];
  const spans = days.map(toSpan);
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from availability slot
      where slot.interviewer_id = span.interviewer_id and slot.starts_at > ${now}
        and (slot.status = 'available' or exists (select from slot_holds hold where hold.slot_id = slot.id))
        and slot.starts_at < span.ends_at and slot.ends_at > span.starts_at) as count
    from unnest(${spans.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${spans.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality span (interviewer_id, starts_at, ends_at, place)
    order by span.place`.execute(database);
  return rows.map(({ count }) => Number(count));
}

/**
 * Closes a day by time off, as its interviewer could, but without their limit of entries, and returns its id. They see it
 * under Weekly hours and can end it there. The caller holds the interviewer's lock, and clears the slot cache after the
 * commit.
 */
export async function closeDay(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  closed: CalendarDay,
  now: Date,
): Promise<string> {
  const { day, timeZone } = closed;
  const span = toSpan(closed);
  const { interviewerId, startsAt: from, endsAt: to } = span;
  // First, so that a slot by hand that somebody is paying for comes back with the day.
  await releaseHoldsOf(deps, tx, interviewerId, sql`starts_at < ${to} and ends_at > ${from}`);
  const byHand = await tx
    .selectFrom("availability")
    .select("startsAt")
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "available")
    .where("ruleId", "is", null)
    .where("startsAt", ">", now)
    .where("startsAt", "<", to)
    .where("endsAt", ">", from)
    .orderBy("startsAt")
    .execute();
  const closedSlots = byHand.map(({ startsAt }) => startsAt);
  const id = newId();
  await writeTimeOff(deps, tx, {
    id,
    firstDay: day,
    lastDay: day,
    timeZone,
    ...span,
    createdAt: now,
    closedSlots,
  });
  return id;
}

/** True if the interviewer has time off on this day, whoever added it. */
export async function isClosed(database: Database, day: CalendarDay): Promise<boolean> {
  return (await findTimeOffAt(database, day.interviewerId, toSpan(day))) !== undefined;
}

/** Those of these days off that an operator made by closing a day and that are not over, with the id of the time off. */
export function findClosedDays(
  database: Database | Tx,
  ids: readonly string[],
  now: Date,
): Promise<(CalendarDay & { id: string })[]> {
  return database
    .selectFrom("timeOff")
    .select(["id", "interviewerId", "firstDay as day", "timeZone"])
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

interface ClosedDayFilter {
  /** Left out: everybody's. */
  interviewerIds?: readonly string[] | undefined;
  /** The end is after this instant. */
  endsAfter: Date;
  startsBefore?: Date | undefined;
}

/** A page of the days that operators closed, with their interviewers. Read by the index on the end. */
export function readClosedDays(
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

/**
 * Undoes `closeDay`. The caller holds the interviewer's lock, and clears the slot cache after the commit. Returns the
 * free times that came back.
 */
export async function reopenDay(
  tx: Tx,
  { id, interviewerId }: { id: string; interviewerId: string },
  now: Date,
): Promise<SlotChange> {
  const change = await endTimeOff(tx, { id, interviewerId }, now);
  if (change === null) throw new Error(`the time off ${id} was found and is not there`);
  return change;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** `Fri 27 Nov 2026` */
export function formatCalendarDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}
