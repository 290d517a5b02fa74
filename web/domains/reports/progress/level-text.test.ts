import { expect, test } from "vitest";
import { levelText, otherLabelsText, scoresText } from "./level-text.ts";

test.each([
  [{ low: 3.4, high: 4.4 }, "3 to 4"],
  [{ low: 3.6, high: 4.4 }, "4"],
  [{ low: 2, high: 4 }, "2 to 4"],
  // A score of 2 and then of 5.
  [{ low: 1.6, high: 5 }, null],
  [undefined, null],
])("the level within %o is %s", (point, text) => {
  expect(levelText(point)).toBe(text);
});

test.each([
  [[4], "4"],
  [[2, 5], "2 → 5"],
  [[1, 2, 3, 4, 5], "… → 2 → 3 → 4 → 5"],
])("the scores %o are written %s", (scores, text) => {
  const points = scores.map((score) => ({
    bookingId: "a",
    label: "Coding",
    score,
    by: "mentor" as const,
    low: 1,
    high: 5,
  }));
  expect(scoresText({ points })).toBe(text);
});

test("an area names what other roles call it", () => {
  expect(otherLabelsText({ otherLabels: [] })).toBe("");
  // By a server of the version before.
  expect(otherLabelsText({})).toBe("");
  expect(otherLabelsText({ otherLabels: ["Problem solving"] })).toBe("Includes scores for Problem solving.");
  expect(otherLabelsText({ otherLabels: ["ML depth", "Statistics and modeling"] })).toBe(
    "Includes scores for ML depth and Statistics and modeling.",
  );
});
