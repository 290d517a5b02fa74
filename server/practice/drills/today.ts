import { type DrillToday, goalCards } from "@greenroom/contract/practice/drills.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findPeople } from "../../people/accounts/profile/find-people.ts";
import { findStreak, localDay } from "./rules.ts";
import { findGoal, findLastDay, selectDays } from "./store.ts";

/** The longest streak that we count, in days. */
const countedDays = 400;

export interface DrillDate {
  day: string;
  timeZone: string;
}

/**
 * Today's date for a person, in their own time zone. After a change of the zone, a day that was begun lasts until it is
 * over where it was begun, and no earlier day comes back: otherwise a person could meet the goals of three days in one.
 */
export async function findToday(deps: Deps, userId: string): Promise<DrillDate> {
  const person = (await findPeople(deps.database, [userId])).get(userId);
  const timeZone = person?.timeZone ?? deps.config.business.timeZone;
  const now = deps.clock.now();
  const day = localDay(now, timeZone);
  const last = await findLastDay(deps.database, userId);
  if (last === null) return { day, timeZone };
  const isOver = last.timeZone === null || localDay(now, last.timeZone) > last.day;
  return isOver && day > last.day
    ? { day, timeZone }
    : { day: last.day, timeZone: last.timeZone ?? timeZone };
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
