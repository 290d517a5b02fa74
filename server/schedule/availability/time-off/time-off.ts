import type { TimeOff, timeOffFieldsSchema } from "@greenroom/contract/schedule/weekly-availability.ts";
import type { z } from "zod";
import type { Actor } from "../../../kernel/actor.ts";
import { toInstantRange } from "../../../kernel/days.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError, invalidField } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { lockAccount } from "../../../people/accounts/lock-account.ts";
import { clearSlotCache } from "../slot-cache.ts";
import { generateSlots, type SlotChange } from "../weekly/generate-slots.ts";
import {
  deleteTimeOffRow,
  insertTimeOff,
  removeFreeSlots,
  restoreSlots,
  selectBookedInTimeOff,
  selectTimeOff,
  type TimeOffRow,
} from "./time-off-store.ts";

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
      throw new AppError("conflict", {
        msg: `You can have at most ${maxTimeOff} entries of time off ahead. Delete one of them first.`,
      });
    const change = await writeTimeOff(tx, {
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

/** Writes time off and removes the free slots in it. The caller holds the interviewer's lock. */
export async function writeTimeOff(tx: Tx, row: TimeOffRow): Promise<SlotChange> {
  await insertTimeOff(tx, row);
  const { interviewerId, startsAt, endsAt, createdAt: now } = row;
  const withdrawn = await removeFreeSlots(tx, { interviewerId, startsAt, endsAt, now });
  const change = await generateSlots(tx, interviewerId, now);
  return { added: change.added, removed: change.removed + withdrawn };
}

/**
 * Deletes time off. Weekly rules generate their slots again. Slots made by hand come back only on a day that an operator
 * closed. Throws `not_found`.
 */
export async function deleteTimeOff(deps: Deps, actor: Actor, id: string): Promise<SlotChange> {
  const { userId: interviewerId } = actor;
  const change = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, interviewerId);
    const ended = await endTimeOff(tx, { id, interviewerId }, deps.clock.now());
    if (ended === null) throw new AppError("not_found", { msg: "These days off do not exist." });
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
  const ended = await deleteTimeOffRow(tx, id, interviewerId);
  if (ended === undefined) return null;
  // First, because a weekly rule leaves out what overlaps a slot by hand.
  const restored = await restoreSlots(tx, { interviewerId, starts: ended.closedSlots ?? [], now });
  const change = await generateSlots(tx, interviewerId, now);
  return { added: change.added + restored, removed: change.removed };
}

async function findTimeOff(database: Database | Tx, interviewerId: string, now: Date): Promise<TimeOff[]> {
  const rows = await selectTimeOff(database, [interviewerId], now);
  const booked = await selectBookedInTimeOff(database, interviewerId, now);
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
