import { addMinutes } from "@greenroom/contract/time.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { forgetSlots } from "./cache-slots.ts";
import { planSlots } from "./plan-slots.ts";
import { selectTimeOff, withdrawSlotsInTimeOff } from "./time-off-store.ts";
import {
  insertPlannedSlots,
  retimeSlot,
  selectInterviewersWithRules,
  selectRules,
  selectStandingSlots,
  withdrawSlots,
} from "./weekly-store.ts";

export interface SlotChange {
  added: number;
  removed: number;
}

/** Slots that began this long ago still count for their day, whatever the zone; in minutes. */
const lookBack = 36 * 60;

/** Makes an interviewer's calendar hold what their rules say, eight weeks ahead. The caller holds their lock. */
export async function laySlots(tx: Tx, interviewerId: string, now: Date): Promise<SlotChange> {
  const plan = planSlots({
    rules: await selectRules(tx, interviewerId),
    slots: await selectStandingSlots(tx, interviewerId, addMinutes(now, -lookBack)),
    timeOff: await selectTimeOff(tx, interviewerId, now),
    now,
  });
  await withdrawSlots(tx, plan.remove);
  for (const { id, bookableUntil } of plan.retime) await retimeSlot(tx, id, bookableUntil);
  await insertPlannedSlots(tx, interviewerId, plan.add, now);
  return { added: plan.add.length, removed: plan.remove.length };
}

/** The hourly round over all interviewers who have rules, each in a transaction of their own. */
export async function layWeeklySlots(deps: Deps): Promise<SlotChange> {
  const total: SlotChange = {
    added: 0,
    removed: await withdrawSlotsInTimeOff(deps.database, deps.clock.now()),
  };
  for (const interviewerId of await selectInterviewersWithRules(deps.database)) {
    const change = await inTransaction(deps.database, async (tx) => {
      await lockSubjects(tx, [interviewerId]);
      return laySlots(tx, interviewerId, deps.clock.now());
    });
    total.added += change.added;
    total.removed += change.removed;
  }
  if (total.added + total.removed > 0) forgetSlots(deps);
  return total;
}
