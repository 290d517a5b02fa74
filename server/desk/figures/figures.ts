import * as contract from "@greenroom/contract/desk/money/figures.ts";
import { type CohortRow, type FigureRow, maxFigureDays } from "@greenroom/contract/desk/money/figures.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { FastifyInstance } from "fastify";
import type { Selectable } from "kysely";
import { addDays, dayOf, monthOf, monthsBetween } from "../../kernel/days.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { FigureDays } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendRows } from "../list.ts";
import { computeDay, computeOpenChange } from "./compute-day.ts";

/** Figures of the business at the desk. */
export function registerFigureRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getFigures, ({ query }) => readFigures(deps, query));
  bind(app, deps, contract.exportFigures, async ({ actor, query, reply }) => {
    const { rows } = await readFigures(deps, query);
    return await sendRows(deps, {
      actor,
      reply,
      list: contract.getFigures,
      row: contract.figureRowSchema,
      rows,
    });
  });
  bind(app, deps, contract.getCohorts, () => readCohorts(deps));
  bind(app, deps, contract.exportCohorts, async ({ actor, reply }) => {
    const rows = await readCohorts(deps);
    return await sendRows(deps, {
      actor,
      reply,
      list: contract.getCohorts,
      row: contract.cohortRowSchema,
      rows,
    });
  });
}

interface Period {
  from: string;
  to: string;
}

/** Throws `invalid_input` for a period that ends before it begins or is too long. */
function checkPeriod({ from, to }: Period): void {
  if (to < from) throw invalidField("to", "The last day is before the first one.");
  if (addDays(from, maxFigureDays) <= to) {
    throw invalidField("to", `A period can be at most ${maxFigureDays} days long.`);
  }
}

/**
 * Stored days from the table, which may lag, and today as it is now. Yesterday is computed, too, until the hourly job
 * has stored it; otherwise its figures would be missing after midnight. Throws as `checkPeriod` does.
 */
async function readFigures(deps: Deps, { by, ...period }: Period & { by: "day" | "month" }) {
  checkPeriod(period);
  const { timeZone } = deps.config.business;
  const last = await findLastDay(deps.database);
  const rows: DayRow[] = await deps.lagging.read((database) =>
    database
      .selectFrom("figureDays")
      .selectAll()
      .where("day", ">=", period.from)
      .where("day", "<=", period.to)
      .orderBy("day")
      .execute(),
  );
  const today = dayOf(deps.clock.now(), timeZone);
  for (const day of [addDays(today, -1), today]) {
    const isStored = last !== null && day <= last.day;
    if (!isStored && period.from <= day && day <= period.to) rows.push(await computeOpenDay(deps, day, last));
  }
  const days = rows.map((row) => ({ ...row, period: row.day }));
  return {
    timeZone,
    computedAt: last?.computedAt.toISOString() ?? null,
    rows: (by === "day" ? days : sumMonths(days)).map(present),
  };
}

type DayRow = Omit<Selectable<FigureDays>, "computedAt">;
type Summed = Omit<DayRow, "day"> & { period: string };

async function computeOpenDay(
  { database, config }: Deps,
  day: string,
  last: Awaited<ReturnType<typeof findLastDay>>,
): Promise<DayRow> {
  const { timeZone } = config.business;
  const change = await computeOpenChange(database, { afterDay: last?.day ?? null, day, timeZone });
  return {
    ...(await computeDay(database, { day, timeZone })),
    day,
    openSessions: (last?.openSessions ?? 0) + change.sessions,
    openPaise: (last?.openPaise ?? 0) + change.paise,
  };
}

/** `days` are in order of time. The open sessions of a month are those of its last day. */
function sumMonths(days: readonly Summed[]): Summed[] {
  const months = new Map<string, Summed>();
  for (const { period: day, ...figures } of days) {
    const period = monthOf(day);
    const earlier = months.get(period);
    if (earlier === undefined) {
      months.set(period, { ...figures, period });
      continue;
    }
    const { openSessions, openPaise, ...flows } = figures;
    for (const [name, value] of Object.entries(flows) as [keyof typeof flows, number][])
      earlier[name] += value;
    Object.assign(earlier, { openSessions, openPaise });
  }
  return [...months.values()];
}

function present({
  period,
  revenuePaise,
  refundsPaise,
  openPaise,
  feedbackMinutes,
  ...counts
}: Summed): FigureRow {
  return {
    ...counts,
    period,
    revenue: rupeesFromPaise(revenuePaise),
    refunds: rupeesFromPaise(refundsPaise),
    openValue: rupeesFromPaise(openPaise),
    feedbackHours: averageHours(feedbackMinutes, counts.feedbackFiles),
  };
}

/** Hours with one decimal. */
function averageHours(minutes: number, count: number): number | null {
  return count === 0 ? null : Math.round(minutes / count / 6) / 10;
}

const shownCohorts = 12;

/** The cohorts of the newest months, the newest first. */
async function readCohorts({ lagging, clock, config }: Deps): Promise<CohortRow[]> {
  const today = dayOf(clock.now(), config.business.timeZone);
  const since = new Date(`${monthOf(today)}-01T00:00:00Z`);
  since.setUTCMonth(since.getUTCMonth() - (shownCohorts - 1));
  const firstMonth = since.toISOString().slice(0, 10);
  const rows = await lagging.read((database) =>
    database
      .selectFrom("figureCohorts")
      .selectAll()
      .where("cohort", ">=", firstMonth)
      .orderBy("cohort", "desc")
      .orderBy("month")
      .execute(),
  );
  return rows.map(({ cohort, month, buyers, revenuePaise }) => ({
    cohort: monthOf(cohort),
    months: monthsBetween(cohort, month),
    buyers,
    revenue: rupeesFromPaise(revenuePaise),
  }));
}

/** The newest stored day; null before the first. */
async function findLastDay(database: Database) {
  const row = await database
    .selectFrom("figureDays")
    .select(["day", "openSessions", "openPaise", "computedAt"])
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
