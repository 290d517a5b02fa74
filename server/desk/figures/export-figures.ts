import type { Readable } from "node:stream";
import type { Actor } from "../../kernel/actor.ts";
import { readInPages } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { spoolCsv, writeCsv } from "../../money/csv.ts";
import { recordDataView } from "../record-data-view.ts";
import { type Period, readCohorts, readFigures, readInterviewers } from "./read-figures.ts";

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
