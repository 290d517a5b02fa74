import { expect, it } from "vitest";
import { loadQuestions } from "./load.ts";
import { findExcess } from "./testing/level-limits.ts";

const questions = await loadQuestions();

it("no code question needs more than its level allows", () => {
  const excess = questions.flatMap((question) =>
    findExcess(question).map((words) => `${question.id} (${question.level}): ${words}`),
  );
  expect(excess).toEqual([]);
});
