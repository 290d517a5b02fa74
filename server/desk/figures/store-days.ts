import { addDays, dayOf, monthOf } from "../../kernel/days.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineJob, emptyPayload, type JobHandler } from "../../kernel/jobs.ts";
import {
  computeDay,
  computeOpenChange,
  deleteChanges,
  findDay,
  findFirstDay,
  findProgress,
  insertChanges,
  saveCohorts,
  saveDay,
  saveInterviewerDay,
  saveProgress,
  selectChangedDays,
  shiftOpenSessions,
} from "./figure-store.ts";

const maxDaysPerRun = 400;

type StoreDeps = Pick<Deps, "database" | "clock" | "config">;

/**
 * Stores the figures of the days that are over and of those that changed since, and the cohorts of their months. A run
 * costs what changed: triggers note the days, and counters by trigger would make the bookings of a day wait for one row.
 * A new figure needs a trigger on what it counts. Several servers may run it at once.
 */
export async function storeDays(deps: StoreDeps): Promise<void> {
  const { database, config } = deps;
  await includeNewDays(deps);
  const days = await selectChangedDays(database, config.business.timeZone, maxDaysPerRun);
  for (const [index, day] of days.entries()) {
    const next = days[index + 1];
    const isLastOfMonth = next === undefined || monthOf(next) !== monthOf(day);
    await storeDay(deps, { day, isLastOfMonth });
  }
}

/**
 * Once a day, marks the days that are over since the last time as changed, so that they are computed. Those of the time
 * before are marked again, because a transaction that was running then did not record its change.
 */
async function includeNewDays({ database, clock, config }: StoreDeps): Promise<void> {
  const { timeZone } = config.business;
  const today = dayOf(clock.now(), timeZone);
  await inTransaction(database, async (tx) => {
    await lockSubjects(tx, ["figures"]);
    const progress = await findProgress(tx, timeZone);
    if (progress !== null && progress.until >= today) return;
    const since = progress?.since ?? (await findFirstDay(tx, timeZone));
    if (since === null || since >= today) return;
    await insertChanges(tx, { since, until: today, timeZone });
    await saveProgress(tx, { since: progress?.until ?? since, until: today, timeZone });
  });
}

async function storeDay(
  { database, clock, config }: StoreDeps,
  { day, isLastOfMonth }: { day: string; isLastOfMonth: boolean },
): Promise<void> {
  const { timeZone } = config.business;
  await inTransaction(database, async (tx) => {
    await lockSubjects(tx, ["figures"]);
    // Before anything is computed: what is deleted here was committed before, so that the day includes it.
    await deleteChanges(tx, { day, timeZone });
    const stored = await findDay(tx, day);
    const before = await findDay(tx, addDays(day, -1));
    const change = await computeOpenChange(tx, { afterDay: before?.day ?? null, day, timeZone });
    const open = {
      sessions: (before?.openSessions ?? 0) + change.sessions,
      paise: (before?.openPaise ?? 0) + change.paise,
    };
    await saveDay(tx, { day, figures: await computeDay(tx, { day, timeZone }), open, now: clock.now() });
    if (stored !== null) {
      await shiftOpenSessions(tx, day, {
        sessions: open.sessions - stored.openSessions,
        paise: open.paise - stored.openPaise,
      });
    }
    await saveInterviewerDay(tx, { day, timeZone });
    // In the transaction of the month's last day: after a failure before it, the day is still to be computed.
    if (isLastOfMonth) await saveCohorts(tx, { day: `${monthOf(day)}-01`, timeZone });
  });
}

/** Every hour, stores the figures of days that are over, and of stored days that changed. */
export const storeFigureDays = defineJob({
  name: "figures.close-days",
  payload: emptyPayload,
  cron: "17 * * * *",
  expireSeconds: 300,
});

export const figureJobs: JobHandler<Deps>[] = [
  defineHandler(storeFigureDays, (deps: Deps) => storeDays(deps)),
];
