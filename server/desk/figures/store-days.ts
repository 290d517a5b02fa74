import { sql } from "kysely";
import { addDays, dayOf, monthOf } from "../../kernel/days.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { defineHandler, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { computeDay, computeOpenChange, type DayQuery, isOnDay } from "./compute-day.ts";

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
  const { rows: days } = await sql<{ day: string }>`
    select distinct (at at time zone ${config.business.timeZone})::date::text as day from figure_changes
    order by day limit ${maxDaysPerRun}`.execute(database);
  for (const [index, { day }] of days.entries()) {
    const next = days[index + 1]?.day;
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
  const start = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  await inTransaction(database, async (tx) => {
    await lockSubjects(tx, ["figures"]);
    // Since and until when changes are recorded: before and after the last run; no row before the first.
    const { rows } = await sql<{ since: string; until: string }>`
      select (since at time zone ${timeZone})::date::text as since, (until at time zone ${timeZone})::date::text as until
      from figure_progress`.execute(tx);
    const [progress] = rows;
    if (progress !== undefined && progress.until >= today) return;
    const since = progress?.since ?? (await findFirstDay(tx, timeZone));
    if (since === null || since >= today) return;
    await sql`
      insert into figure_changes (at)
      select day at time zone ${timeZone}
      from generate_series((${since}::date)::timestamp, (${today}::date - 1)::timestamp, interval '1 day') day`.execute(
      tx,
    );
    await sql`
      insert into figure_progress (since, until) values (${start(progress?.until ?? since)}, ${start(today)})
      on conflict (is_only_row) do update set since = excluded.since, until = excluded.until`.execute(tx);
  });
}

/** The first day with any figures; null if there is none. */
async function findFirstDay(tx: Tx, timeZone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select (least((select min(created_at) from ledger_entries), (select min(starts_at) from availability))
      at time zone ${timeZone})::date::text as day`.execute(tx);
  return rows[0]?.day ?? null;
}

async function findDay(tx: Tx, day: string) {
  return await tx.selectFrom("figureDays").selectAll().where("day", "=", day).executeTakeFirst();
}

async function storeDay(
  { database, clock, config }: StoreDeps,
  { day, isLastOfMonth }: { day: string; isLastOfMonth: boolean },
): Promise<void> {
  const { timeZone } = config.business;
  await inTransaction(database, async (tx) => {
    await lockSubjects(tx, ["figures"]);
    // Before anything is computed: what is deleted here was committed before, so that the day includes it.
    await sql`delete from figure_changes where ${isOnDay({ day, timeZone })("at")}`.execute(tx);
    const stored = await findDay(tx, day);
    const before = await findDay(tx, addDays(day, -1));
    const change = await computeOpenChange(tx, { afterDay: before?.day ?? null, day, timeZone });
    const openSessions = (before?.openSessions ?? 0) + change.sessions;
    const openPaise = (before?.openPaise ?? 0) + change.paise;
    const figures = await computeDay(tx, { day, timeZone });
    const values = { ...figures, openSessions, openPaise, computedAt: clock.now() };
    await tx
      .insertInto("figureDays")
      .values({ day, ...values })
      .onConflict((conflict) => conflict.column("day").doUpdateSet(values))
      .execute();
    const sessions = openSessions - (stored?.openSessions ?? openSessions);
    const paise = openPaise - (stored?.openPaise ?? openPaise);
    if (sessions !== 0 || paise !== 0) {
      // The open sessions of all later days are running sums.
      await tx
        .updateTable("figureDays")
        .set((update) => ({
          openSessions: update("openSessions", "+", sessions),
          openPaise: update("openPaise", "+", paise),
        }))
        .where("day", ">", day)
        .execute();
    }
    // In the transaction of the month's last day: after a failure before it, the day is still to be computed.
    if (isLastOfMonth) await saveCohorts(tx, { day: `${monthOf(day)}-01`, timeZone });
  });
}

/** Every hour, stores the figures of days that are over, and of stored days that changed. */
export const storeFigureDays = defineRecurringJob("figures.close-days", "17 * * * *", { expireSeconds: 300 });

export const figureJobs: JobHandler<Deps>[] = [
  defineHandler(storeFigureDays, (deps: Deps) => storeDays(deps)),
];

/** Computes and stores the payments of each cohort in a month, which is given by its first day. */
async function saveCohorts(tx: Tx, { day: month, timeZone }: DayQuery): Promise<void> {
  await tx.deleteFrom("figureCohorts").where("month", "=", month).execute();
  await sql`
    insert into figure_cohorts (cohort, month, buyers, revenue_paise)
    select date_trunc('month', first.at at time zone ${timeZone})::date, ${month}::date,
      count(distinct payment.user_id), sum(payment.amount_paise)
    from payments payment cross join lateral (
      select min(captured_at) as at from payments where user_id = payment.user_id) first
    where payment.captured_at >= (${month}::date)::timestamp at time zone ${timeZone}
      and payment.captured_at < (${month}::date + interval '1 month') at time zone ${timeZone}
    group by 1`.execute(tx);
}
