import {
  type CohortRow,
  type FigureRow,
  type InterviewerFigure,
  maxFigureDays,
} from "@greenroom/contract/desk/money/figures.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { addDays, dayOf, monthOf, monthsBetween } from "../../kernel/days.ts";
import type { Page } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { presentPerson } from "../present-person.ts";
import {
  computeDay,
  computeOpenChange,
  type DayRow,
  findLastDay,
  type InterviewerRow,
  selectCohorts,
  selectDays,
  selectInterviewers,
} from "./figure-store.ts";

type ReadDeps = Pick<Deps, "database" | "lagging" | "clock" | "config">;

export interface Period {
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
export async function readFigures(deps: ReadDeps, { by, ...period }: Period & { by: "day" | "month" }) {
  checkPeriod(period);
  const { timeZone } = deps.config.business;
  const last = await findLastDay(deps.database);
  const rows: DayFiguresRow[] = await deps.lagging.read((database) =>
    selectDays(database, period.from, period.to),
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

type DayFiguresRow = Omit<DayRow, "computedAt">;
type Summed = Omit<DayFiguresRow, "day"> & { period: string };

async function computeOpenDay(
  { database, config }: Pick<ReadDeps, "database" | "config">,
  day: string,
  last: Awaited<ReturnType<typeof findLastDay>>,
): Promise<DayFiguresRow> {
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
export async function readCohorts({
  lagging,
  clock,
  config,
}: Pick<ReadDeps, "lagging" | "clock" | "config">): Promise<CohortRow[]> {
  const today = dayOf(clock.now(), config.business.timeZone);
  const since = new Date(`${monthOf(today)}-01T00:00:00Z`);
  since.setUTCMonth(since.getUTCMonth() - (shownCohorts - 1));
  const firstMonth = since.toISOString().slice(0, 10);
  const rows = await lagging.read((database) => selectCohorts(database, firstMonth));
  return rows.map(({ cohort, month, buyers, revenuePaise }) => ({
    cohort: monthOf(cohort),
    months: monthsBetween(cohort, month),
    buyers,
    revenue: rupeesFromPaise(revenuePaise),
  }));
}

/** The figures of each interviewer on the stored days of a period. Throws as `checkPeriod` does. */
export async function readInterviewers(
  { lagging }: Pick<Deps, "lagging">,
  { limit, after, ...period }: Period & PageQuery,
): Promise<Page<InterviewerFigure>> {
  checkPeriod(period);
  const { rows, next } = await lagging.read((database) =>
    selectInterviewers(database, period, { limit, after }),
  );
  return { rows: rows.map(presentInterviewer), next };
}

function presentInterviewer(row: InterviewerRow): InterviewerFigure {
  const [ratings, files] = [Number(row.ratings), Number(row.feedbackFiles)];
  return {
    interviewer: presentPerson(row),
    interviews: Number(row.interviews),
    noShows: Number(row.noShows),
    ratings,
    averageRating: ratings === 0 ? null : Math.round((10 * Number(row.ratingSum)) / ratings) / 10,
    feedbackFiles: files,
    feedbackHours: averageHours(Number(row.feedbackMinutes), files),
  };
}
