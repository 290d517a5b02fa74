import type { Progress } from "@greenroom/contract/review/reports/progress.ts";
import { expect, test } from "vitest";
import { progressUpTo } from "./progress-up-to.ts";

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
