import { drillRatings } from "@greenroom/contract/practice/drills.ts";
import { expect, it } from "vitest";
import { type CardState, dueAfter, schedule } from "./schedule.ts";

const start = new Date("2026-11-20T06:30:00Z");
const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000;

it("returns an unknown card within minutes, and an easy one after days", () => {
  const due = dueAfter(null, start);
  const waits = drillRatings.map((rating) => days(start, new Date(due[rating])));
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBeLessThan(0.01);
  expect(waits[3]).toBeGreaterThan(1);
});

it("returns a known card after longer and longer intervals, up to 60 days", () => {
  let state: CardState | null = null;
  let now = start;
  const waits: number[] = [];
  for (let review = 0; review < 10; review += 1) {
    state = schedule(state, "good", now);
    waits.push(days(now, state.dueAt));
    now = state.dueAt;
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits.at(-1)).toBeLessThanOrEqual(60);
  expect(waits.at(-1)).toBeGreaterThan(30);
});

it("counts a lapse and returns the card sooner", () => {
  let state: CardState | null = null;
  for (const rating of ["good", "good", "good"] as const)
    state = schedule(state, rating, state?.dueAt ?? start);
  const before = state as unknown as CardState;
  const after = schedule(before, "again", before.dueAt);
  expect(after.lapses).toBe(before.lapses + 1);
  expect(days(before.dueAt, after.dueAt)).toBeLessThan(1);
});

it("is deterministic", () => {
  expect(schedule(null, "hard", start)).toEqual(schedule(null, "hard", start));
});
