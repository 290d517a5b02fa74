import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { describe, expect, it } from "vitest";
import { stripFigures } from "./strips.tsx";

const day = (changed: Partial<FigureRow> = {}): FigureRow => ({
  period: "2026-11-20",
  payments: 0,
  revenue: 0,
  refunds: 0,
  sessionsSold: 0,
  sessionsGiven: 0,
  sessionsUsed: 0,
  sessionsRefunded: 0,
  openSessions: 0,
  openValue: 0,
  slotsOffered: 0,
  slotsBooked: 0,
  interviews: 0,
  completed: 0,
  noShowInterviewee: 0,
  noShowInterviewer: 0,
  cancelled: 0,
  feedbackFiles: 0,
  feedbackHours: null,
  ...changed,
});

const figureOf = (label: string, rows: FigureRow[]) =>
  stripFigures(rows).find((figure) => figure.label.startsWith(label));

describe("the figures above the queue", () => {
  it("add up revenue and refunds", () => {
    const rows = [day({ revenue: 499, refunds: 100 }), day({ revenue: 749 })];
    expect(figureOf("Revenue", rows)).toEqual({
      label: "Revenue",
      value: "₹1,248",
      detail: "₹100 refunded",
      trend: [499, 749],
    });
  });

  it("take open sessions from the newest day, because they are a balance", () => {
    const rows = [day({ openSessions: 9, openValue: 900 }), day({ openSessions: 4, openValue: 400 })];
    expect(figureOf("Open sessions", rows)).toMatchObject({ value: "4", detail: "worth ₹400" });
  });

  it("count booked slots over the last seven days only", () => {
    const busy = day({ slotsOffered: 10, slotsBooked: 10 });
    const rows = [busy, ...Array.from({ length: 7 }, () => day({ slotsOffered: 2, slotsBooked: 1 }))];
    expect(figureOf("Slots", rows)).toMatchObject({ value: "50%", detail: "7 of 14" });
    expect(figureOf("Slots", rows)?.trend).toHaveLength(8);
  });

  it("count the no-shows of both parties, and leave days without interviews out of the trend", () => {
    const rows = [day(), day({ interviews: 8, noShowInterviewee: 1, noShowInterviewer: 1 })];
    expect(figureOf("No-shows", rows)).toMatchObject({
      value: "25.0%",
      detail: "2 of 8 interviews",
      trend: [null, 0.25],
    });
  });

  it("name a single interview in the singular", () => {
    expect(figureOf("No-shows", [day({ interviews: 1 })])?.detail).toBe("0 of 1 interview");
  });

  it("weigh the time to feedback by the files of each day", () => {
    const rows = [day({ feedbackFiles: 1, feedbackHours: 10 }), day({ feedbackFiles: 3, feedbackHours: 2 })];
    expect(figureOf("Time", rows)).toMatchObject({ value: "4.0 h", detail: "4 files", trend: [10, 2] });
    expect(figureOf("Time", rows.slice(0, 1))?.detail).toBe("1 file");
  });

  it.each(["Slots", "No-shows", "Time"])("say None where there is nothing to divide by: %s", (label) => {
    expect(figureOf(label, [day()])?.value).toBe("None");
    expect(figureOf(label, [])?.value).toBe("None");
  });
});
