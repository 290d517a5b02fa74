import { describe, expect, it, test } from "vitest";
import {
  countTasks,
  firstOpenTask,
  firstTaskLabel,
  isPlanOver,
  planTitle,
  suggestedDay,
  tasksLine,
} from "./next-tasks.ts";

describe("next tasks", () => {
  const step = (id: string, isDone = false) => ({ id, isDone });
  const exercise = (claimId: string) => ({ claimId });

  test.each([
    ["the first step", [step("a"), step("b")], [exercise("c")], [], "a"],
    ["the first open step", [step("a", true), step("b")], [exercise("c")], [], "b"],
    [
      "the first open exercise after the steps",
      [step("a", true)],
      [exercise("c"), exercise("d")],
      ["c"],
      "d",
    ],
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
});

describe("the title of a plan", () => {
  it.each([
    ["2026-11-12T13:00:00.000Z", "Asia/Kolkata", "Your next two weeks (13 to 26 November)"],
    // 00:30 on the next day in India.
    ["2026-11-12T19:00:00.000Z", "Asia/Kolkata", "Your next two weeks (14 to 27 November)"],
    ["2026-11-20T13:00:00.000Z", "Asia/Kolkata", "Your next two weeks (21 November to 4 December)"],
    ["2026-12-20T13:00:00.000Z", "Asia/Kolkata", "Your next two weeks (21 December 2026 to 3 January 2027)"],
  ])("of a report made at %s, read in %s, is %s", (madeAt, timeZone, title) => {
    expect(planTitle(madeAt, timeZone)).toBe(title);
  });
});

describe("the days of a plan", () => {
  const madeAt = "2026-11-12T13:00:00.000Z";
  it("begin on the day after the report and stay within the two weeks", () => {
    const days = (exercises: number) =>
      Array.from({ length: exercises }, (_, index) => suggestedDay(madeAt, index, exercises).getUTCDate());
    expect([days(1), days(3), days(5)]).toEqual([[13], [13, 17, 22], [13, 16, 18, 21, 23]]);
  });
  it.each([
    ["2026-11-26T13:00:00.000Z", false],
    ["2026-11-27T13:00:00.000Z", true],
  ])("at %s are over: %s", (now, isOver) => {
    expect(isPlanOver(madeAt, new Date(now))).toBe(isOver);
  });
});
