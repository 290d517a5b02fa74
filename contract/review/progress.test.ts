import { expect, test } from "vitest";
import { type AreaProgress, interviewBefore, overallBefore, type ProgressInterview } from "./progress.ts";

const measured = { pace: 110 } as ProgressInterview["measured"];
const interviews = ["a", "b", "c"].map((bookingId) => ({ bookingId, measured }) as ProgressInterview);
const points = (scores: Record<string, number>): AreaProgress["points"] =>
  Object.entries(scores).map(([bookingId, score]) => ({
    ...{ bookingId, label: "Coding", score, low: 1, high: 5 },
  }));
const areas: AreaProgress[] = [
  { name: "coding", label: "Coding", otherLabels: [], points: points({ a: 3, b: 4, c: 4 }) },
  {
    name: "communication",
    label: "Communication",
    otherLabels: [],
    points: points({ b: 3 }),
  },
];

test.each([
  ["a", null],
  ["b", { measured, overall: 3 }],
  ["c", { measured, overall: 3.5 }],
  ["unknown", null],
])("before the interview %s, the mentor's mean was %o", (bookingId, before) => {
  expect(interviewBefore({ interviews, areas }, bookingId)).toEqual(before);
});

test.each([
  [4, 4, "same as last time"],
  [4, 3.4, "last time 3.4"],
  [3.6, 4, "last time 4.0"],
  [4, null, ""],
])("an overall score of %d after %s: %j", (overall, last, text) => {
  expect(overallBefore(overall, { measured, overall: last })).toBe(text);
});

test("a first interview has no change", () => {
  expect(overallBefore(4, null)).toBe("");
});
