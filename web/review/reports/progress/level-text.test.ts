import { expect, test } from "vitest";
import { levelPoints, levelText, otherLabelsText, scoresText } from "./level-text.ts";

const points = (scores: readonly number[], band = { low: 1, high: 5 }) =>
  scores.map((score) => ({ bookingId: "a", label: "Coding", score, ...band }));

test.each([
  [[3, 4, 4], { low: 3.4, high: 4.4 }, "Probably between 3 and 4"],
  [[4, 4, 4], { low: 3.6, high: 4.4 }, "Probably 4"],
  [[3, 3, 3], { low: 2, high: 4 }, "Still wide: between 2 and 4"],
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
  expect(otherLabelsText({ otherLabels: ["Problem solving"] })).toBe("Includes scores for Problem solving.");
  expect(otherLabelsText({ otherLabels: ["ML depth", "Statistics and modeling"] })).toBe(
    "Includes scores for ML depth and Statistics and modeling.",
  );
});
