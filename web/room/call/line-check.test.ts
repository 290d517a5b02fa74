import { expect, it } from "vitest";
import { assessLine } from "./line-check.tsx";

it.each([
  ["that carries everything", { rate: 900_000, lostShare: 0.01 }, "good"],
  ["that is too slow for a picture", { rate: 120_000, lostShare: 0.02 }, "weak"],
  ["that is fast and loses much", { rate: 900_000, lostShare: 0.2 }, "weak"],
  ["over which no relay is reached", null, "blocked"],
] as const)("a line %s", (_what, sample, verdict) => {
  expect(assessLine(sample)).toBe(verdict);
});
