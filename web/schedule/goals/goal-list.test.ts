import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { expect, it } from "vitest";
import { goalInShort, lastGoal } from "./goal-list.tsx";

const goal: Goal = {
  role: "ML engineer",
  level: "mid",
  companyType: null,
  language: null,
  practice: ["coding", "sql"],
  practiceOther: "",
  note: "",
};

it("puts a goal in one line", () => {
  expect(goalInShort(goal)).toBe("ML engineer, Mid level · Coding, SQL");
});

it("suggests the latest goal", () => {
  const later = { ...goal, role: "Data scientist" };
  const bookings = [
    { startTime: "2026-11-20T10:00:00.000Z", goal },
    { startTime: "2026-11-22T10:00:00.000Z", goal: later },
    { startTime: "2026-11-24T10:00:00.000Z", goal: null },
  ];
  expect(lastGoal(bookings)).toBe(later);
  expect(lastGoal([])).toBeNull();
});
