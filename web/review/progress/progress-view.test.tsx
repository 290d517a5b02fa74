import type { Progress } from "@greenroom/contract/review/progress.ts";
import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { textOf } from "../../testing/text-of.tsx";
import { levelPoints, levelText, otherLabelsText, progressUpTo, scoresText } from "./area-progress.tsx";
import { ProgressView } from "./progress-view.tsx";

describe("progress", () => {
  const view = (progress: Progress) => (
    <ProgressView progress={progress} timeZone="Asia/Kolkata" emptyDetail="Later." />
  );
  const pageWith = (progress: Progress) => textOf(view(progress));
  const interview = (id: string, startTime: string): Progress["interviews"][number] => ({
    bookingId: id,
    startTime,
    withName: "Kavya Menon",
    hasReport: true,
    measured: nothingMeasured,
    exercises: { planned: 2, done: 1, open: [] },
    steps: { given: 0, done: 0, open: [] },
  });
  const point = { bookingId: "a", label: "Coding", score: 3, low: 2, high: 4 };

  test("without a report says what will appear here", () => {
    const text = pageWith({ interviews: [], areas: [], nextFocus: null });
    expect(text).toContain("No reports yet");
    expect(text).toContain("Later.");
  });

  test("says once how many scores there are, and again only of an area that has fewer", () => {
    const points = ["a", "b"].map((id) => ({ ...point, bookingId: id }));
    const area = (name: string, label: string, of: typeof points) => ({
      name,
      label,
      otherLabels: [],
      points: of,
    });
    const text = pageWith({
      interviews: [interview("a", "2026-11-01T10:00:00.000Z"), interview("b", "2026-11-08T10:00:00.000Z")],
      areas: [
        area("coding", "Coding", points),
        area("communication", "Communication", points),
        area("evaluation", "Evaluation", points.slice(1)),
      ],
      nextFocus: null,
    });
    expect(text.match(/Based on 2 scores per area: treat this as a first impression/g)).toHaveLength(1);
    expect(text.match(/Only 1 score: a first impression\./g)).toHaveLength(1);
  });

  test("of one interview says that one score means little", () => {
    const text = pageWith({
      interviews: [interview("a", "2026-11-01T10:00:00.000Z")],
      areas: [{ name: "coding", label: "Coding", otherLabels: [], points: [point] }],
      nextFocus: "coding",
    });
    expect(text).toContain("Based on 1 score per area: treat this as a first impression");
    expect(text).toContain("Coding next focus");
    expect(text).toContain("Too few interviews to tell");
    expect(text).toContain("Next focus: the area with the lowest mean score over all interviews.");
    expect(text).not.toMatch(/robably|Where the level most likely lies/);
    expect(text).toContain("1 of 2 exercises");
    expect(text).toContain("Interview of Sun 1 Nov Open the plan of Sun 1 Nov 1 exercise");
  });

  test("names no plan to an interviewer, and none that is done", () => {
    const done = {
      ...interview("a", "2026-11-01T10:00:00.000Z"),
      exercises: { planned: 2, done: 2, open: [] },
    };
    const theirs = { ...interview("a", "2026-11-01T10:00:00.000Z"), withName: null };
    for (const only of [done, theirs]) {
      expect(pageWith({ interviews: [only], areas: [], nextFocus: null })).not.toContain("Open the plan");
    }
    expect(pageWith({ interviews: [theirs], areas: [], nextFocus: null })).toContain("Candidate spoke");
    expect(pageWith({ interviews: [done], areas: [], nextFocus: null })).toContain("You spoke");
  });

  test("lists the open exercises of the three newest plans, and counts those of earlier ones", () => {
    const days = ["01", "05", "09", "13", "17"];
    const text = pageWith({
      interviews: days.map((day) => ({
        ...interview(day, `2026-11-${day}T10:00:00.000Z`),
        exercises:
          day === "13"
            ? { planned: 1, done: 1, open: [] }
            : { planned: 2, done: 1, open: [`Exercise of ${day}`] },
      })),
      areas: [],
      nextFocus: null,
    });
    expect(text).toMatch(
      /Tue 17 Nov 1 exercise Exercise of 17 .*Mon 9 Nov 1 exercise Exercise of 09 .*Thu 5 Nov 1 exercise Exercise of 05 /,
    );
    expect(text).not.toContain("Exercise of 01");
    expect(text).toContain("1 more is in the reports of earlier interviews");
  });

  test("lists the mentor's open steps before the exercises, and counts each on its own", () => {
    const steps = { given: 8, done: 2, open: ["One", "Two", "Three", "Four", "Five", "Six"] };
    const exercises = { planned: 2, done: 1, open: ["Talk while you code"] };
    const only = { ...interview("a", "2026-11-01T10:00:00.000Z"), steps, exercises };
    const text = pageWith({ interviews: [only], areas: [], nextFocus: null });
    expect(text).toContain(
      "6 steps from Kavya Menon One Two Three Four Five 1 exercise Talk while you code The plan has 1 more step.",
    );
    expect(text).not.toContain("Six");
    expect(text).toContain("2 of 8 steps 1 of 2 exercises");
  });

  test("names no steps before the report, because they cannot be ticked", () => {
    const steps = { given: 1, done: 0, open: ["Split by time"] };
    const exercises = { planned: 0, done: 0, open: [] };
    const waiting = { ...interview("a", "2026-11-01T10:00:00.000Z"), steps, exercises, hasReport: false };
    const text = pageWith({ interviews: [waiting], areas: [], nextFocus: null });
    expect(text).not.toContain("Split by time");
    expect(text).toContain("0 of 1 step");
  });

  test("shows each score as a dot on three grid lines, and joins none of them", () => {
    const points = ["a", "b", "c", "d"].map((id) => ({ ...point, bookingId: id }));
    const html = renderToStaticMarkup(
      <MemoryRouter>
        {view({
          interviews: [
            interview("a", "2026-11-01T10:00:00.000Z"),
            interview("b", "2026-11-09T10:00:00.000Z"),
            interview("c", "2026-11-16T10:00:00.000Z"),
            interview("d", "2026-11-23T10:00:00.000Z"),
          ],
          areas: [{ name: "coding", label: "Coding", otherLabels: ["SQL"], points }],
          nextFocus: "coding",
        })}
      </MemoryRouter>,
    );
    expect(html.match(/<circle/g)).toHaveLength(4);
    expect(html).toContain("<polygon");
    expect(html.match(/<line/g)).toHaveLength(3);
    expect(html).not.toMatch(/<(polyline|path)/);
    expect(html).toContain(
      "Based on 4 scores per area. A dot is one score. After three scores, the band shows where your level",
    );
    expect(html).toContain("Where the level most likely lies");
    expect(html).toContain("Includes scores for SQL.");
  });
});

describe("level text", () => {
  const points = (scores: readonly number[], band = { low: 1, high: 5 }) =>
    scores.map((score) => ({ bookingId: "a", label: "Coding", score, ...band }));

  test.each([
    [[3, 4, 4], { low: 3.4, high: 4.4 }, "Probably between 3 and 4"],
    [[4, 4, 4], { low: 3.6, high: 4.4 }, "Probably 4"],
    [[3, 3, 3], { low: 2, high: 4 }, "About 2–4 so far"],
    [[2, 5, 5], { low: 1.6, high: 5 }, "Too few interviews to tell"],
    [[2, 5, 2, 5, 2, 5], { low: 2.6, high: 4.6 }, "Scores differ: between 3 and 5"],
    [[1, 5, 1, 5, 1, 5], { low: 1.6, high: 4.6 }, "Scores differ too much to tell"],
    // At the end of the scale a band is cut off, so that few scores there would look certain.
    [[5], { low: 4, high: 5 }, "Too few interviews to tell"],
    [[5, 5], { low: 4.3, high: 5 }, "Too few interviews to tell"],
    [[], { low: 1, high: 5 }, "Too few interviews to tell"],
  ])("the level after %o within %o: %s", (scores, band, text) => {
    expect(levelText(points(scores, band))).toBe(text);
  });

  test("the band begins with the third score", () => {
    expect(levelPoints(points([3, 4]))).toEqual([]);
    expect(levelPoints(points([3, 4, 5, 2])).map(({ score }) => score)).toEqual([5, 2]);
  });

  test.each([
    [[4], "4"],
    [[2, 5], "2 and 5"],
    [[2, 5, 4], "2 → 5 → 4"],
    [[1, 2, 3, 4, 5], "… → 2 → 3 → 4 → 5"],
  ])("the scores %o are written %s", (scores, text) => {
    expect(scoresText({ points: points(scores) })).toBe(text);
  });

  test("an area names what other roles call it", () => {
    expect(otherLabelsText({ otherLabels: [] })).toBe("");
    expect(otherLabelsText({ otherLabels: ["Problem solving"] })).toBe(
      "Includes scores for Problem solving.",
    );
    expect(otherLabelsText({ otherLabels: ["ML depth", "Statistics and modeling"] })).toBe(
      "Includes scores for ML depth and Statistics and modeling.",
    );
  });
});

describe("progress up to", () => {
  const point = (bookingId: string, score: number, label = "Coding") => ({
    bookingId,
    label,
    score,
    low: 2,
    high: 4,
  });
  const interview = (bookingId: string) => ({ bookingId }) as Progress["interviews"][number];
  const progress: Progress = {
    interviews: [interview("a"), interview("b"), interview("c")],
    areas: [
      {
        name: "coding",
        label: "SQL and data handling",
        otherLabels: ["Coding"],
        points: [point("a", 3), point("c", 4, "SQL and data handling")],
      },
      {
        name: "communication",
        label: "Communication",
        otherLabels: [],
        points: [point("c", 2, "Communication")],
      },
    ],
    nextFocus: "communication",
  };

  test("the first interview, and one without a report, show no progress", () => {
    expect(progressUpTo(progress, "a")).toBeNull();
    expect(progressUpTo(progress, "unknown")).toBeNull();
  });

  test("an earlier interview shows what was known then, without the focus of today", () => {
    const then = progressUpTo(progress, "b");
    expect(then?.interviews.map(({ bookingId }) => bookingId)).toEqual(["a", "b"]);
    expect(then?.areas.map(({ name, points }) => [name, points.length])).toEqual([["coding", 1]]);
    expect(then?.areas[0]).toMatchObject({ label: "Coding", otherLabels: [] });
    expect(then?.nextFocus).toBeNull();
  });

  test("the latest interview shows everything", () => {
    expect(progressUpTo(progress, "c")).toEqual(progress);
  });
});
