import { type DrillToday, goalCards } from "@greenroom/contract/practice/drills.ts";
import type { Database, Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { findPeople } from "../accounts/profile/find-people.ts";
import { findStreak, localDay } from "./rules.ts";
import { findGoal, selectDays } from "./store.ts";

/** The longest streak that we count, in days. */
const countedDays = 400;

/** Today's date for a person, in their own time zone. */
export async function findToday(deps: Deps, userId: string): Promise<string> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  return localDay(deps.clock.now(), person?.timeZone ?? deps.config.business.timeZone);
}

/** A person's progress toward today's goal, and their streak. */
export async function readToday(database: Database | Tx, userId: string, today: string): Promise<DrillToday> {
  const days = await selectDays(database, userId, countedDays);
  const goal = (await findGoal(database, userId)) ?? goalCards.preset;
  const met = days.filter(({ reviewed, goal }) => reviewed >= goal).map(({ day }) => day);
  return {
    reviewed: days.find(({ day }) => day === today)?.reviewed ?? 0,
    goal,
    ...findStreak(new Set(met), today),
  };
}
