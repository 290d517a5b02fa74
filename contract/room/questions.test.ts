import { expect, it } from "vitest";
import type { goalLevels, goalPractices } from "../schedule/goals.ts";
import { type QuestionChoice, questionsForGoal } from "./questions.ts";

type Level = (typeof goalLevels)[number] | null;
type Practice = (typeof goalPractices)[number][];

it.each<[string, Level, Practice, QuestionChoice]>([
  ["ML engineer", "mid", ["sql"], { role: "ml-engineer", level: "mid", topic: "sql" }],
  ["Data analyst, retail", "entry", [], { role: "data-analyst", level: "junior", topic: null }],
  ["GenAI developer", "lead", ["coding", "sql"], { role: "ai-engineer", level: "senior", topic: null }],
  ["Astronaut", null, ["project_talk"], { role: null, level: null, topic: null }],
  ["", "intern", ["deep_learning"], { role: null, level: "junior", topic: "llm-rag-agents" }],
])("a goal of %j, %j, %j has questions of %j", (role, level, practice, expected) => {
  expect(questionsForGoal({ role, level, practice })).toEqual(expected);
});

it("no goal leaves all open", () => {
  expect(questionsForGoal(null)).toEqual({ role: null, level: null, topic: null });
});
