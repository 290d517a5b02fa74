import { describe, expect, it } from "vitest";
import { testsAhead } from "./test-run.ts";

const test = { kind: "python" as const, name: "empty", code: "assert f([]) == []" };

describe("the tests of a task, before the first run", () => {
  it.each([
    [1, 2, "1 visible test. 2 hidden ones run"],
    [2, 1, "2 visible tests. 1 hidden one runs"],
    [3, 4, "3 visible tests. 4 hidden ones run"],
  ])("%i visible and %i hidden are counted in correct English", (visible, hidden, text) => {
    const visibleTests = Array.from({ length: visible }, () => test);
    expect(testsAhead({ visibleTests, hiddenTests: hidden })).toBe(text);
  });
});
