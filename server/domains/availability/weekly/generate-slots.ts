import { addMinutes } from "@greenroom/contract/core/time.ts";
import type { Tx } from "../../../db/database.ts";
import { inTransaction, lockSubjects } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { clearSlotCache } from "../slot-cache.ts";
import { removeSlotsInTimeOff, selectTimeOff } from "../time-off/time-off-store.ts";
import { planSlots } from "./plan-slots.ts";
import { startOfNextDay } from "./rule-occurrences.ts";
import {
  insertPlannedSlots,
  removeSlots,
  selectExistingSlots,
  selectInterviewersDue,
  selectRules,
  setNextGeneration,
  updateSlotNotice,
} from "./weekly-store.ts";

export interface SlotChange {
  added: number;
  removed: number;
}

/** Slots that began up to this long ago still count toward their day in any zone; in minutes. */
const lookBackMinutes = 36 * 60;

/** Brings an interviewer's calendar in line with their rules, eight weeks ahead. The caller holds their lock. */
export async function generateSlots(tx: Tx, interviewerId: string, now: Date): Promise<SlotChange> {
  const rules = await selectRules(tx, interviewerId);
  const plan = planSlots({
    rules,
    slots: await selectExistingSlots(tx, interviewerId, addMinutes(now, -lookBackMinutes)),
    timeOff: await selectTimeOff(tx, interviewerId, now),
    now,
  });
  await removeSlots(tx, plan.remove);
  for (const { id, bookableUntil } of plan.updateNotice) await updateSlotNotice(tx, id, bookableUntil);
  await insertPlannedSlots(tx, interviewerId, plan.add, now);
  await setNextGeneration(tx, { interviewerId, now, latest: nextDayOf(rules, now) });
  return { added: plan.add.length, removed: plan.remove.length };
}

/** Interviewers per statement. */
const batchSize = 100;

/** Regenerates, every hour, the slots of all interviewers whose plan is due, each in a transaction of its own. */
export async function generateWeeklySlots(deps: Deps): Promise<SlotChange> {
  const now = deps.clock.now();
  const total: SlotChange = { added: 0, removed: await removeSlotsInTimeOff(deps.database, now) };
  for (let due: string[] = []; ; ) {
    due = await selectInterviewersDue(deps.database, now, batchSize);
    for (const interviewerId of due) {
      const change = await inTransaction(deps.database, async (tx) => {
        await lockSubjects(tx, [interviewerId]);
        return generateSlots(tx, interviewerId, now);
      });
      total.added += change.added;
      total.removed += change.removed;
    }
    if (due.length < batchSize) break;
  }
  if (total.added + total.removed > 0) clearSlotCache(deps);
  return total;
}

/** The next instant at which the plan may change without anyone's action: the end of a day in a rule's zone. */
function nextDayOf(rules: readonly { timeZone: string }[], now: Date): Date {
  const zones = new Set(rules.map(({ timeZone }) => timeZone));
  const midnights = [...zones].map((zone) => startOfNextDay(now, zone).getTime());
  return new Date(Math.min(addMinutes(now, 24 * 60).getTime(), ...midnights));
}
