import { inTransaction, lockSubjects } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { addDays, dayOf, laterDay, monthOf } from "./days.ts";
import {
  computeDay,
  computeOpenChange,
  findDay,
  findFirstDay,
  findLastDay,
  saveCohorts,
  saveDay,
  saveInterviewerDay,
} from "./figure-store.ts";

/**
 * The last days are computed again, because a no-show is reported up to a day after the interview and decided
 * within days.
 */
const recomputedDays = 7;
const maxDaysPerRun = 400;

/**
 * Stores the figures of the days that are over, and computes the last week again. Its cost depends on what happened on
 * these days, not on how much happened before. Several servers may run it at once.
 */
export async function storeDays(deps: Pick<Deps, "database" | "clock" | "config">): Promise<void> {
  const { database, clock, config } = deps;
  const { timeZone } = config.business;
  const now = clock.now();
  const yesterday = addDays(dayOf(now, timeZone), -1);
  const first = await findFirstDay(database, timeZone);
  if (first === null) return;
  const last = await findLastDay(database);
  const again = last === null ? first : addDays(last.day, 1 - recomputedDays);
  let day = laterDay(again, first);
  const months = new Set<string>([monthOf(dayOf(now, timeZone))]);
  for (let count = 0; day <= yesterday && count < maxDaysPerRun; count += 1) {
    await storeDay(deps, { day, now });
    months.add(monthOf(day));
    day = addDays(day, 1);
  }
  for (const month of months) {
    await inTransaction(database, async (tx) => {
      await lockSubjects(tx, ["figures"]);
      await saveCohorts(tx, { day: `${month}-01`, timeZone });
    });
  }
}

async function storeDay(
  { database, config }: Pick<Deps, "database" | "config">,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const { timeZone } = config.business;
  await inTransaction(database, async (tx) => {
    await lockSubjects(tx, ["figures"]);
    const before = await findDay(tx, addDays(day, -1));
    const change = await computeOpenChange(tx, { afterDay: before?.day ?? null, day, timeZone });
    const open = {
      sessions: (before?.openSessions ?? 0) + change.sessions,
      paise: (before?.openPaise ?? 0) + change.paise,
    };
    await saveDay(tx, { day, figures: await computeDay(tx, { day, timeZone }), open, now });
    await saveInterviewerDay(tx, { day, timeZone });
  });
}
