import type { WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { countRuleSlots, selectRules } from "./weekly-store.ts";

/** The actor's weekly rules, oldest first, each with its number of future slots. */
export async function listWeeklyRules(deps: Deps, actor: Actor): Promise<WeeklyRule[]> {
  return await findWeeklyRules(deps.database, actor.userId, deps.clock.now());
}

export async function findWeeklyRules(
  database: Database | Tx,
  interviewerId: string,
  now: Date,
): Promise<WeeklyRule[]> {
  const rules = await selectRules(database, [interviewerId]);
  const counts = await countRuleSlots(database, interviewerId, now);
  return rules.map((rule) => ({
    _id: rule.id,
    weekdays: rule.weekdays,
    windows: rule.windows,
    timeZone: rule.timeZone,
    startsOn: rule.startsOn,
    endsOn: rule.endsOn,
    exceptions: rule.exceptions,
    minimumNoticeHours: rule.minimumNoticeHours,
    mostPerDay: rule.mostPerDay,
    openSlots: counts.get(rule.id)?.open ?? 0,
    bookedSlots: counts.get(rule.id)?.booked ?? 0,
  }));
}
