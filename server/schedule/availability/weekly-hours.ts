import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { WeeklyRule, WeeklyRuleFields } from "@greenroom/contract/schedule/weekly-availability.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { clearSlotCache } from "./open-slots.ts";
import { calendarDayAt, planSlots, startOfNextDay } from "./plan-slots.ts";

import { removeSlotsInTimeOff, selectTimeOff } from "./time-off-store.ts";
import {
  countRuleSlots,
  deleteRule,
  insertPlannedSlots,
  insertRule,
  removeSlots,
  selectExistingSlots,
  selectInterviewersDue,
  selectRules,
  setNextGenerations,
  updateRule,
  updateSlotNotices,
} from "./weekly-store.ts";

/** The actor's weekly rules, oldest first, each with its number of future slots. */
export async function listWeeklyRules(deps: Deps, actor: Actor): Promise<WeeklyRule[]> {
  return await findWeeklyRules(deps.database, actor.userId, deps.clock.now());
}

async function findWeeklyRules(
  database: Database | Tx,
  interviewerId: string,
  now: Date,
): Promise<WeeklyRule[]> {
  const rules = await selectRules(database, [interviewerId]);
  const counts = await countRuleSlots(database, interviewerId, now);
  return rules.map(({ id, interviewerId: _, createdAt, updatedAt, ...rule }) => ({
    _id: id,
    ...rule,
    openSlots: counts.get(id)?.open ?? 0,
    bookedSlots: counts.get(id)?.booked ?? 0,
  }));
}

type SavedRule = SlotChange & { rule: WeeklyRule };

const notFoundError = () => new AppError("not_found", { msg: "These weekly hours do not exist." });

/** More rules would be hard to keep track of. */
const maxRules = 10;

/**
 * Adds a weekly rule and generates its slots. Throws `invalid_input` if it is already over, `conflict` beyond ten
 * rules.
 */
export async function addWeeklyRule(deps: Deps, actor: Actor, fields: WeeklyRuleFields): Promise<SavedRule> {
  const id = newId();
  return saveRule(deps, actor, id, async (tx, now) => {
    const { endsOn, timeZone } = fields;
    if (endsOn !== null && endsOn < calendarDayAt(now, timeZone).toString())
      throw invalidField("endsOn", "The last day has passed already.");
    if ((await selectRules(tx, [actor.userId])).length >= maxRules)
      throw conflict(
        `You can have at most ${maxRules} sets of weekly hours. Change or delete one of them first.`,
      );
    await insertRule(tx, { id, interviewerId: actor.userId, fields, now });
  });
}

/** Changes a weekly rule. Free slots are replaced, booked ones stay. Throws `not_found`, `invalid_input`. */
export async function changeWeeklyRule(
  deps: Deps,
  actor: Actor,
  id: string,
  fields: WeeklyRuleFields,
): Promise<SavedRule> {
  return saveRule(deps, actor, id, async (tx, now) => {
    if (!(await updateRule(tx, { id, interviewerId: actor.userId, fields, now }))) throw notFoundError();
  });
}

/** Deletes a weekly rule with its free slots; booked ones stay. Throws `not_found`. */
export async function deleteWeeklyRule(deps: Deps, actor: Actor, id: string): Promise<{ msg: string }> {
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const now = deps.clock.now();
    if (!(await deleteRule(tx, id, actor.userId, now))) throw notFoundError();
    // Times that this rule occupied may now be free for another rule.
    await generateSlots(tx, actor.userId, now);
  });
  clearSlotCache(deps);
  return { msg: "The weekly hours and their open slots were deleted. Booked interviews are not affected." };
}

async function saveRule(
  deps: Deps,
  actor: Actor,
  id: string,
  write: (tx: Tx, now: Date) => Promise<void>,
): Promise<SavedRule> {
  const saved = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const now = deps.clock.now();
    await write(tx, now);
    const change = await generateSlots(tx, actor.userId, now);
    const rules = await findWeeklyRules(tx, actor.userId, now);
    return { ...change, rule: rules.find(({ _id }) => _id === id) as WeeklyRule };
  });
  clearSlotCache(deps);
  return saved;
}

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
  const rules = await selectRules(tx, interviewerIds);
  const slots = await selectExistingSlots(tx, interviewerIds, addMinutes(now, -lookBackMinutes));
  const timeOff = await selectTimeOff(tx, interviewerIds, now);
  const plans = interviewerIds.map((interviewerId) => {
    const isOwn = (row: { interviewerId: string }) => row.interviewerId === interviewerId;
    const own = rules.filter(isOwn);
    const plan = planSlots({ rules: own, slots: slots.filter(isOwn), timeOff: timeOff.filter(isOwn), now });
    return { interviewerId, latest: nextDayOf(own, now), plan };
  });
  const removed = plans.flatMap(({ plan }) => plan.remove);
  const added = plans.flatMap(({ interviewerId, plan }) =>
    plan.add.map((slot) => ({ interviewerId, ...slot })),
  );
  await removeSlots(tx, removed);
  const changed = plans.flatMap(({ plan }) => plan.updateNotice);
  await updateSlotNotices(tx, changed);
  await insertPlannedSlots(tx, added, now);
  await setNextGenerations(tx, plans, now);
  return { added: added.length, removed: removed.length };
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
