import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { writeLevelTable } from "./level-table.ts";
import { loadQuestions } from "./load.ts";
import { findExcess } from "./testing/level-limits.ts";

const questions = await loadQuestions();

it("no code question needs more than its level allows", () => {
  const excess = questions.flatMap((question) =>
    findExcess(question).map((words) => `${question.id} (${question.level}): ${words}`),
  );
  expect(excess).toEqual([]);
});

it("docs/question-levels.md lists what each question needs (npm run questions:spread)", async () => {
  const document = await readFile(path.join(import.meta.dirname, "../docs/question-levels.md"), "utf8");
  expect(document).toBe(writeLevelTable(questions));
});
