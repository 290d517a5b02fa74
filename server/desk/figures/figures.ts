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
import { type Selectable, sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { addDays, dayOf, monthOf, monthsBetween } from "../../kernel/days.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import type { FigureDays } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { writeCsv } from "../../money/csv.ts";
import { recordDataView } from "../audit/audit.ts";
import { bindList } from "../list.ts";
import { presentPerson } from "../people/find-people.ts";
import { computeDay, computeOpenChange } from "./compute-day.ts";

const sendCsv = (reply: FastifyReply, fileName: string, content: Buffer) =>
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
  bindList(app, deps, [contract.getInterviewerFigures, contract.exportInterviewerFigures], {
    read: ({ query: { from, to, ...page } }) => {
      checkPeriod({ from, to });
      return deps.lagging.read((database) => selectInterviewers(database, { from, to }, page));
    },
    present: presentInterviewer,
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

function presentInterviewer(
  row: Awaited<ReturnType<typeof selectInterviewers>>["rows"][number],
): InterviewerFigure {
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

/** Rows with their columns' names. */
function toCsv(head: string[], rows: (string | number | null)[][]): Buffer {
  return Buffer.from(writeCsv([head, ...rows.map((row) => row.map((cell) => String(cell ?? "")))]));
}

async function exportFigures(
  deps: Deps,
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

async function exportCohorts(deps: Deps, actor: Actor): Promise<Buffer> {
  await recordDataView(deps, actor, "cohorts-exported");
  const rows = await readCohorts(deps);
  return toCsv(
    ["First payment in", "Months later", "Buyers", "Revenue (INR)"],
    rows.map(({ cohort, months, buyers, revenue }) => [cohort, months, buyers, revenue.toFixed(2)]),
  );
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

const byEmail = orderBy("asc", ["text", "person.email"]);

/** With so few figures in a period, its interviewers are found from them. */
const fewFigures = 2_000;

/**
 * The interviewers with figures in a period; null if the period has more than a few figures. In the order of the index:
 * for a long period, the planner would otherwise read the table until it meets the first of its days.
 */
async function selectInterviewersOfFew(database: Database, { from, to }: Period): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select case when count(*) <= ${fewFigures} then coalesce(array_agg(distinct interviewer_id), '{}') end as ids
    from (select interviewer_id from figure_interviewer_days
      where day >= ${from}::date and day <= ${to}::date order by day limit ${fewFigures + 1}) first`.execute(
    database,
  );
  return rows[0]?.ids ?? null;
}

/**
 * The figures of each interviewer in a period, by address. In a period with many figures, it adds up the days of one
 * interviewer after the other, so that a page costs the same however many interviewers follow. In a period with
 * few, that would read past everybody.
 */
async function selectInterviewers(database: Database, { from, to }: Period, page: PageQuery) {
  const few = await selectInterviewersOfFew(database, { from, to });
  const query = database
    .selectFrom("users as person")
    .innerJoinLateral(
      (expression) =>
        expression
          .selectFrom("figureInterviewerDays")
          .select(({ fn }) => [
            fn.sum<string>("interviews").as("interviews"),
            fn.sum<string>("noShows").as("noShows"),
            fn.sum<string>("ratings").as("ratings"),
            fn.sum<string>("ratingSum").as("ratingSum"),
            fn.sum<string>("feedbackFiles").as("feedbackFiles"),
            fn.sum<string>("feedbackMinutes").as("feedbackMinutes"),
          ])
          .whereRef("interviewerId", "=", "person.id")
          .where("day", ">=", from)
          .where("day", "<=", to)
          .having(({ fn }) => fn.countAll(), ">", 0)
          .as("figure"),
      (join) => join.onTrue(),
    )
    .select(["person.id as personId", "person.email", "person.firstName", "person.lastName"])
    .select(["figure.interviews", "figure.noShows", "figure.ratings", "figure.ratingSum"])
    .select(["figure.feedbackFiles", "figure.feedbackMinutes"])
    .where("person.role", "=", "interviewer")
    .$if(few !== null, (query) => query.where(sql<boolean>`person.id = any(${few}::uuid[])`));
  return await readPage(query, byEmail, page);
}
