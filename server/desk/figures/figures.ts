import type { Readable } from "node:stream";
import * as contract from "@greenroom/contract/desk/money/figures.ts";
import {
  type CohortRow,
  type FigureRow,
  type InterviewerFigure,
  maxFigureDays,
} from "@greenroom/contract/desk/money/figures.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Actor } from "../../kernel/actor.ts";
import { addDays, dayOf, monthOf, monthsBetween } from "../../kernel/days.ts";
import { type Page, readInPages } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { spoolCsv, writeCsv } from "../../money/csv.ts";
import { recordDataView } from "../audit/audit.ts";
import { presentPerson } from "../people/find-people.ts";
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

const sendCsv = (reply: FastifyReply, fileName: string, content: Buffer | Readable) =>
  sendBytes(reply, { content, contentType: "text/csv; charset=utf-8", fileName });

/** Figures of the business at the desk. */
export function registerFigureRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.getFigures, ({ query }) => readFigures(deps, query));
  bind(app, deps, contract.exportFigures, async ({ actor, query, reply }) =>
    sendCsv(reply, `figures-by-${query.by}.csv`, await exportFigures(deps, actor, query)),
  );
  bind(app, deps, contract.getCohorts, () => readCohorts(deps));
  bind(app, deps, contract.exportCohorts, async ({ actor, reply }) =>
    sendCsv(reply, "cohorts.csv", await exportCohorts(deps, actor)),
  );
  bind(app, deps, contract.getInterviewerFigures, async (call) =>
    sendPage(call, await readInterviewers(deps, call.query)),
  );
  bind(app, deps, contract.exportInterviewerFigures, async ({ actor, query, reply }) =>
    sendCsv(reply, "interviewers.csv", await exportInterviewers(deps, actor, query, readerSignal(reply))),
  );
}

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

type ExportDeps = Pick<Deps, "lagging" | "database" | "clock" | "config">;

/** Rows with their columns' names. */
function toCsv(head: string[], rows: (string | number | null)[][]): Buffer {
  return Buffer.from(writeCsv([head, ...rows.map((row) => row.map(toCell))]));
}

const toCell = (cell: string | number | null) => (cell === null ? "" : String(cell));

export async function exportFigures(
  deps: ExportDeps,
  actor: Actor,
  query: Period & { by: "day" | "month" },
): Promise<Buffer> {
  const { rows, timeZone } = await readFigures(deps, query);
  await recordDataView(deps, actor, "figures-exported");
  const head = [
    `${query.by === "day" ? "Day" : "Month"} (${timeZone})`,
    "Payments",
    "Revenue (INR)",
    "Refunds (INR)",
    "Sessions sold",
    "Sessions given",
    "Sessions used",
    "Sessions refunded",
    "Open sessions",
    "Open value (INR)",
    "Slots offered",
    "Slots booked",
    "Interviews",
    "Completed",
    "Interviewee did not attend",
    "Interviewer did not attend",
    "Canceled",
    "Feedback files",
    "Hours to feedback",
  ];
  return toCsv(
    head,
    rows.map((row) => [
      row.period,
      row.payments,
      row.revenue.toFixed(2),
      row.refunds.toFixed(2),
      row.sessionsSold,
      row.sessionsGiven,
      row.sessionsUsed,
      row.sessionsRefunded,
      row.openSessions,
      row.openValue.toFixed(2),
      row.slotsOffered,
      row.slotsBooked,
      row.interviews,
      row.completed,
      row.noShowInterviewee,
      row.noShowInterviewer,
      row.cancelled,
      row.feedbackFiles,
      row.feedbackHours,
    ]),
  );
}

export async function exportCohorts(deps: ExportDeps, actor: Actor): Promise<Buffer> {
  await recordDataView(deps, actor, "cohorts-exported");
  const rows = await readCohorts(deps);
  return toCsv(
    ["First payment in", "Months later", "Buyers", "Revenue (INR)"],
    rows.map(({ cohort, months, buyers, revenue }) => [cohort, months, buyers, revenue.toFixed(2)]),
  );
}

export async function exportInterviewers(
  deps: ExportDeps,
  actor: Actor,
  period: Period,
  reader: AbortSignal,
): Promise<Readable> {
  await recordDataView(deps, actor, "interviewer-figures-exported");
  const head = [
    "Email",
    "Name",
    "Interviews",
    "Did not attend",
    "Ratings",
    "Average rating",
    "Feedback files",
  ];
  return await spoolCsv(
    [...head, "Hours to feedback"],
    readInPages((after) => readInterviewers(deps, { ...period, after })),
    ({ interviewer, interviews, noShows, ratings, averageRating, feedbackFiles, feedbackHours }) => [
      interviewer.email,
      interviewer.name,
      ...[interviews, noShows, ratings, averageRating, feedbackFiles, feedbackHours].map(toCell),
    ],
    reader,
  );
}
