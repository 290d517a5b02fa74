import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { renderDesk } from "../desk.testing.tsx";
import FiguresPage from "../pages/money/figures.tsx";

const calls = serveCallAnswers();
const row = (period: string): FigureRow => ({
  period,
  ...{ payments: 1, revenue: 499, refunds: 0 },
  ...{
    sessionsSold: 1,
    sessionsGiven: 0,
    sessionsUsed: 0,
    sessionsRefunded: 0,
    openSessions: 1,
    openValue: 499,
  },
  ...{ slotsOffered: 0, slotsBooked: 0, interviews: 0, completed: 0, cancelled: 0 },
  ...{ noShowInterviewee: 0, noShowInterviewer: 0, feedbackFiles: 0, feedbackHours: null },
});
const figures = (...periods: string[]) => ({
  body: { timeZone: "Asia/Kolkata", computedAt: null, rows: periods.map(row) },
});

beforeEach(() => storeSession(sampleUser));

function show(path: string) {
  return renderDesk(<FiguresPage />, { path });
}
const rowNames = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .flatMap((shown) => within(shown).queryAllByRole("cell")[0]?.textContent ?? []);

it("writes days as other pages do, also over the plot and at its bars", async () => {
  calls.set({ "GET /api/operator/figures": figures("2025-11-20", "2026-11-19", "2026-11-20") });
  show("/figures?from=2025-11-20&to=2026-11-20");
  const table = await screen.findByRole("table");
  expect(rowNames(table)).toEqual(["20 Nov 2026", "19 Nov 2026", "20 Nov 2025"]);
  const plot = screen.getByRole("img", { name: "Revenue by day, 20 Nov 2025 to 20 Nov 2026" });
  const tooltips = [...plot.querySelectorAll("rect title")].map(({ textContent }) => textContent);
  expect(tooltips).toEqual(["20 Nov 2025: ₹499", "19 Nov 2026: ₹499", "20 Nov 2026: ₹499"]);
  expect(within(plot).getAllByText("20 Nov")).toHaveLength(2);
});

it("writes months with their year in full, which nobody can take for a day", async () => {
  calls.set({ "GET /api/operator/figures": figures("2026-10", "2026-11") });
  show("/figures?by=month");
  expect(rowNames(await screen.findByRole("table"))).toEqual(["Nov 2026", "Oct 2026"]);
  const plot = screen.getByRole("img", { name: "Revenue by month, Oct 2026 to Nov 2026" });
  expect(within(plot).getByText("Oct 2026")).toBeDefined();
});

it("writes the months of cohorts, too", async () => {
  const cohort = { cohort: "2026-11", buyers: 2, revenue: 998 };
  calls.set({
    "GET /api/operator/figures/cohorts": {
      body: [
        { ...cohort, months: 0 },
        { ...cohort, months: 1 },
      ],
    },
  });
  show("/figures?view=cohorts");
  expect(rowNames(await screen.findByRole("table"))).toEqual([
    "Nov 2026, that month",
    "Nov 2026, 1 month later",
  ]);
});
