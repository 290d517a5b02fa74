import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
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
  setNextGenerations,
  updateSlotNotices,
} from "./weekly-store.ts";

export interface SlotChange {
  added: number;
  removed: number;
}

/** Slots that began up to this long ago still count toward their day in any zone; in minutes. */
const lookBackMinutes = 36 * 60;

/** Brings an interviewer's calendar in line with their rules, eight weeks ahead. The caller holds their lock. */
export function generateSlots(tx: Tx, interviewerId: string, now: Date): Promise<SlotChange> {
  return generateSlotsOf(tx, [interviewerId], now);
}

/** Does the same for several interviewers, with as many queries as for one. */
async function generateSlotsOf(tx: Tx, interviewerIds: readonly string[], now: Date): Promise<SlotChange> {
  const rules = groupByInterviewer(await selectRules(tx, interviewerIds));
  const slots = groupByInterviewer(
    await selectExistingSlots(tx, interviewerIds, addMinutes(now, -lookBackMinutes)),
  );
  const timeOff = groupByInterviewer(await selectTimeOff(tx, interviewerIds, now));
  const plans = interviewerIds.map((interviewerId) => {
    const own = rules.get(interviewerId) ?? [];
    const plan = planSlots({
      rules: own,
      slots: slots.get(interviewerId) ?? [],
      timeOff: timeOff.get(interviewerId) ?? [],
      now,
    });
    return { interviewerId, latest: nextDayOf(own, now), plan };
  });
  const removed = plans.flatMap(({ plan }) => plan.remove);
  const added = plans.flatMap(({ interviewerId, plan }) =>
    plan.add.map((slot) => ({ interviewerId, ...slot })),
  );
  await removeSlots(tx, removed);
  await updateSlotNotices(
    tx,
    plans.flatMap(({ plan }) => plan.updateNotice),
  );
  await insertPlannedSlots(tx, added, now);
  await setNextGenerations(tx, plans, now);
  return { added: added.length, removed: removed.length };
}

function groupByInterviewer<Row extends { interviewerId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.interviewerId);
    if (group === undefined) groups.set(row.interviewerId, [row]);
    else group.push(row);
  }
  return groups;
}

/** Interviewers per transaction. Nobody can book or change their slots meanwhile, so it must not take long. */
const batchSize = 20;
/** Interviewers who are looked up at once. Those who are blocked stay due and are passed again each time. */
const dueAtOnce = 500;

/** Regenerates, every hour, the slots of all interviewers whose plan is due, some in each transaction. */
export async function generateWeeklySlots(deps: Deps): Promise<SlotChange> {
  const now = deps.clock.now();
  const total: SlotChange = { added: 0, removed: await removeSlotsInTimeOff(deps.database, now) };
  for (;;) {
    const due = await selectInterviewersDue(deps.database, now, dueAtOnce);
    for (let first = 0; first < due.length; first += batchSize) {
      const batch = due.slice(first, first + batchSize);
      const change = await inTransaction(deps.database, async (tx) => {
        await lockSubjects(tx, batch);
        return generateSlotsOf(tx, batch, now);
      });
      total.added += change.added;
      total.removed += change.removed;
    }
    if (due.length < dueAtOnce) break;
  }
  if (total.added + total.removed > 0) clearSlotCache(deps);
  return total;
}

/**
 * The next instant at which the plan may change without anyone's action: the end of a day in a rule's zone. Null without
 * rules.
 */
function nextDayOf(rules: readonly { timeZone: string }[], now: Date): Date | null {
  if (rules.length === 0) return null;
  const zones = new Set(rules.map(({ timeZone }) => timeZone));
  const midnights = [...zones].map((zone) => startOfNextDay(now, zone).getTime());
  return new Date(Math.min(addMinutes(now, 24 * 60).getTime(), ...midnights));
}
