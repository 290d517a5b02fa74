import type { WeeklyRule, WeeklyRuleFields } from "@greenroom/contract/schedule/weekly-availability.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { lockAccount } from "../../../people/accounts/lock-account.ts";
import { clearSlotCache } from "../slot-cache.ts";
import { checkRuleCount, checkRuleDays } from "./check-weekly-rule.ts";
import { generateSlots, type SlotChange } from "./generate-slots.ts";
import { findWeeklyRules } from "./list-weekly-rules.ts";
import { deleteRule, insertRule, selectRules, updateRule } from "./weekly-store.ts";

type SavedRule = SlotChange & { rule: WeeklyRule };

export const ruleNotFoundError = () => new AppError("not_found", { msg: "These weekly hours do not exist." });

/**
 * Adds a weekly rule and generates its slots. Throws `invalid_input` if it is already over, `conflict` beyond ten
 * rules.
 */
export async function addWeeklyRule(deps: Deps, actor: Actor, fields: WeeklyRuleFields): Promise<SavedRule> {
  const id = newId();
  return saveRule(deps, actor, id, async (tx, now) => {
    checkRuleDays(fields, now);
    checkRuleCount(await selectRules(tx, [actor.userId]));
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
    if (!(await updateRule(tx, { id, interviewerId: actor.userId, fields, now }))) throw ruleNotFoundError();
  });
}

/** Deletes a weekly rule with its free slots; booked ones stay. Throws `not_found`. */
export async function deleteWeeklyRule(deps: Deps, actor: Actor, id: string): Promise<{ msg: string }> {
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    const now = deps.clock.now();
    if (!(await deleteRule(tx, { id, interviewerId: actor.userId }, now))) throw ruleNotFoundError();
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
    const rule = (await findWeeklyRules(tx, actor.userId, now)).find(({ _id }) => _id === id);
    if (rule === undefined) throw new Error(`the rule ${id} was saved and is not there`);
    return { ...change, rule };
  });
  clearSlotCache(deps);
  return saved;
}
