import type { WeeklyRule, WeeklyRuleFields } from "@greenroom/contract/weekly-availability.ts";
import type { Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { forgetSlots } from "./cache-slots.ts";
import { laySlots, type SlotChange } from "./lay-slots.ts";
import { readWeeklyRules } from "./list-weekly-rules.ts";
import { checkRuleCount, checkRuleDays } from "./weekly-rules.ts";
import { deleteRule, insertRule, selectRules, updateRule } from "./weekly-store.ts";

type SavedRule = SlotChange & { rule: WeeklyRule };

export const noSuchRule = () => new AppError("not_found", { msg: "These weekly hours do not exist." });

/** Adds weekly hours and lays their slots. Throws `invalid_input` when they are over already, `conflict` past ten rules. */
export async function addWeeklyRule(deps: Deps, actor: Actor, fields: WeeklyRuleFields): Promise<SavedRule> {
  const id = newId();
  return save(deps, actor, id, async (tx, now) => {
    checkRuleDays(fields, now);
    checkRuleCount(await selectRules(tx, actor.userId));
    await insertRule(tx, { id, interviewerId: actor.userId, fields, now });
  });
}

/** Changes weekly hours: free slots follow, booked ones stay as they are. Throws `not_found`, `invalid_input`. */
export async function changeWeeklyRule(
  deps: Deps,
  actor: Actor,
  id: string,
  fields: WeeklyRuleFields,
): Promise<SavedRule> {
  return save(deps, actor, id, async (tx, now) => {
    if (!(await updateRule(tx, { id, interviewerId: actor.userId, fields, now }))) throw noSuchRule();
  });
}

/** Deletes weekly hours with their free slots; booked ones stay. Throws `not_found`. */
export async function deleteWeeklyRule(deps: Deps, actor: Actor, id: string): Promise<{ msg: string }> {
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [actor.userId]);
    const now = deps.clock.now();
    if (!(await deleteRule(tx, { id, interviewerId: actor.userId }, now))) throw noSuchRule();
    // What it had taken may be free for another rule now.
    await laySlots(tx, actor.userId, now);
  });
  forgetSlots(deps);
  return { msg: "The weekly hours and their open slots were deleted. Booked interviews stand." };
}

async function save(
  deps: Deps,
  actor: Actor,
  id: string,
  write: (tx: Tx, now: Date) => Promise<void>,
): Promise<SavedRule> {
  const saved = await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [actor.userId]);
    const now = deps.clock.now();
    await write(tx, now);
    const change = await laySlots(tx, actor.userId, now);
    const rule = (await readWeeklyRules(tx, actor.userId, now)).find(({ _id }) => _id === id);
    if (rule === undefined) throw new Error(`the rule ${id} was saved and is not there`);
    return { ...change, rule };
  });
  forgetSlots(deps);
  return saved;
}
