import type { TimeOff, timeOffFieldsSchema } from "@greenroom/contract/weekly-availability.ts";
import type { z } from "zod";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError, invalidField } from "../../http/errors.ts";
import { forgetSlots } from "./cache-slots.ts";
import { laySlots, type SlotChange } from "./lay-slots.ts";
import { spanOfDays } from "./rule-times.ts";
import {
  deleteTimeOffRow,
  insertTimeOff,
  selectBookedInTimeOff,
  selectTimeOff,
  withdrawFreeSlots,
} from "./time-off-store.ts";

type Fields = z.infer<typeof timeOffFieldsSchema>;

/** My days off that are not over, each with the interviews that still stand in them. */
export async function listTimeOff(deps: Deps, actor: Actor): Promise<TimeOff[]> {
  return await readTimeOff(deps.database, actor.userId, deps.clock.now());
}

/**
 * Takes whole days off: free slots go, booked ones stay and are named, for nobody's interview is cancelled behind their
 * back. Throws `invalid_input` for days that are over.
 */
export async function addTimeOff(
  deps: Deps,
  actor: Actor,
  fields: Fields,
): Promise<SlotChange & { timeOff: TimeOff }> {
  const span = spanOfDays(fields, fields.timeZone);
  const id = newId();
  const result = await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [actor.userId]);
    const now = deps.clock.now();
    if (span.endsAt <= now) throw invalidField("lastDay", "These days have passed already.");
    await insertTimeOff(tx, { id, interviewerId: actor.userId, ...fields, ...span, createdAt: now });
    const withdrawn = await withdrawFreeSlots(tx, { interviewerId: actor.userId, ...span, now });
    const change = await laySlots(tx, actor.userId, now);
    const timeOff = (await readTimeOff(tx, actor.userId, now)).find(({ _id }) => _id === id);
    if (timeOff === undefined) throw new Error(`the time off ${id} was written and is not there`);
    return { added: change.added, removed: change.removed + withdrawn, timeOff };
  });
  forgetSlots(deps);
  return result;
}

/** Ends days off; weekly hours lay their slots again, slots made by hand do not come back. Throws `not_found`. */
export async function deleteTimeOff(deps: Deps, actor: Actor, id: string): Promise<SlotChange> {
  const change = await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [actor.userId]);
    if (!(await deleteTimeOffRow(tx, id, actor.userId)))
      throw new AppError("not_found", { msg: "These days off do not exist." });
    return laySlots(tx, actor.userId, deps.clock.now());
  });
  forgetSlots(deps);
  return change;
}

async function readTimeOff(database: Database | Tx, interviewerId: string, now: Date): Promise<TimeOff[]> {
  const rows = await selectTimeOff(database, interviewerId, now);
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
