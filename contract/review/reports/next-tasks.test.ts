import { expect, test } from "vitest";
import { countTasks, firstOpenTask, firstTaskLabel, tasksLine } from "./next-tasks.ts";

const step = (id: string, isDone = false) => ({ id, isDone });
const exercise = (claimId: string) => ({ claimId });

test.each([
  ["the first step", [step("a"), step("b")], [exercise("c")], [], "a"],
  ["the first open step", [step("a", true), step("b")], [exercise("c")], [], "b"],
  ["the first open exercise after the steps", [step("a", true)], [exercise("c"), exercise("d")], ["c"], "d"],
  ["nothing once all are done", [step("a", true)], [exercise("c")], ["c"], null],
  ["nothing without any", [], [], [], null],
] as const)("to do first is %s", (_, steps, plan, doneExercises, first) => {
  expect(firstOpenTask({ steps, plan, doneExercises })).toBe(first);
});

test.each([
  ["Do this first", [step("a")], []],
  ["Do this next", [step("a", true)], []],
  ["Do this next", [step("a")], ["c"]],
] as const)("the open task to begin with says %j", (label, steps, doneExercises) => {
  expect(firstTaskLabel({ steps, plan: [exercise("c"), exercise("d")], doneExercises })).toBe(label);
});

test("counts steps and exercises together", () => {
  const tasks = {
    steps: [step("a", true), step("b")],
    plan: [exercise("c"), exercise("d")],
    // The plan of a report that was made before had the second one.
    doneExercises: ["c", "gone"],
  };
  expect(countTasks(tasks)).toEqual({ done: 2, all: 4 });
});

test.each([
  [3, 2, "3 steps from Kavya first, then 2 exercises, each for one point above."],
  [1, 1, "1 step from Kavya first, then 1 exercise, for one point above."],
  [2, 0, "2 steps from Kavya."],
  [0, 2, "2 exercises, each for one point above."],
])("%i steps and %i exercises are announced", (steps, exercises, line) => {
  const tasks = {
    steps: Array.from({ length: steps }, (_, index) => step(String(index))),
    plan: Array.from({ length: exercises }, (_, index) => exercise(String(index))),
  };
  expect(tasksLine(tasks, "Kavya")).toBe(line);
});
