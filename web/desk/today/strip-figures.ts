import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";

export interface Figure {
  label: string;
  value: string;
  detail: string;
  /** One value a day; null for a day without one. */
  trend: readonly (number | null)[];
}

const sum = (rows: readonly FigureRow[], of: (row: FigureRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);
const percent = (part: number, whole: number, digits = 0) =>
  whole === 0 ? "None" : `${((part / whole) * 100).toFixed(digits)}%`;
const noShows = ({ noShowInterviewee, noShowInterviewer }: FigureRow) =>
  noShowInterviewee + noShowInterviewer;
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The figures above the queue, from closed days in order of time. */
export function stripFigures(rows: readonly FigureRow[]): Figure[] {
  const week = rows.slice(-7);
  const last = rows.at(-1);
  const interviews = sum(rows, (row) => row.interviews);
  const missed = sum(rows, noShows);
  const files = sum(rows, (row) => row.feedbackFiles);
  const hours = sum(rows, (row) => (row.feedbackHours ?? 0) * row.feedbackFiles);
  const [booked, offered] = [sum(week, (row) => row.slotsBooked), sum(week, (row) => row.slotsOffered)];
  return [
    {
      label: "Revenue",
      value: formatRupees(sum(rows, (row) => row.revenue)),
      detail: `${formatRupees(sum(rows, (row) => row.refunds))} refunded`,
      trend: rows.map((row) => row.revenue),
    },
    {
      label: "Open sessions",
      value: String(last?.openSessions ?? 0),
      detail: `worth ${formatRupees(last?.openValue ?? 0)}`,
      trend: rows.map((row) => row.openSessions),
    },
    {
      label: "Slots booked, 7 days",
      value: percent(booked, offered),
      detail: `${booked} of ${offered}`,
      trend: rows.map((row) => share(row.slotsBooked, row.slotsOffered)),
    },
    {
      label: "No-shows",
      value: percent(missed, interviews, 1),
      detail: `${missed} of ${countOf(interviews, "interview")}`,
      trend: rows.map((row) => share(noShows(row), row.interviews)),
    },
    {
      label: "Time to feedback",
      value: files === 0 ? "None" : `${(hours / files).toFixed(1)} h`,
      detail: countOf(files, "file"),
      trend: rows.map((row) => row.feedbackHours),
    },
  ];
}
