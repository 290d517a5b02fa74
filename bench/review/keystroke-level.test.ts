import { expect, it } from "vitest";
import { countKeys, countWords, secondsOf, startWork, totalSeconds } from "./keystroke-level.ts";

it("counts Shift as a key of its own", () => {
  expect(countKeys("Say why: (a), b?")).toBe(21);
});

it("counts words without bullets and dashes", () => {
  expect(countWords("- Names the metric – and\nNDCG@10.\n")).toBe(5);
});

it("adds composing only beyond the keys of the text", () => {
  const work = startWork();
  work.counts.K = 110;
  work.composed = { words: 19, keys: 100 };
  const spent = secondsOf(work);
  expect(spent.keys + spent.composing).toBeCloseTo(60 + 10 * 0.28);
  expect(secondsOf({ ...work, composed: { words: 1, keys: 100 } }).composing).toBe(0);
});

it("adds up operators, waiting and reading", () => {
  const work = { ...startWork(), response: 0.5, readWords: 238 };
  work.counts = { K: 1, P: 1, B: 2, H: 1, M: 1 };
  expect(totalSeconds(secondsOf(work))).toBeCloseTo(0.28 + 1.1 + 0.2 + 0.4 + 1.35 + 0.5 + 60);
});
