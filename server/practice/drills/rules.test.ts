import { drillRatings } from "@greenroom/contract/practice/drills.ts";
import { describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../kernel/days.ts";
import { type CardState, dueAfter, findStreak, schedule } from "./rules.ts";

describe("schedule", () => {
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
});

describe("a streak", () => {
  const today = "2026-11-22";
  /** Each `x` is a day on which the goal was met, oldest first; the last character is today. */
  const metDays = (pattern: string) =>
    new Set(
      [...pattern].flatMap((mark, index) => (mark === "x" ? addDays(today, index + 1 - pattern.length) : [])),
    );

  it.each([
    ["there is no activity", "....", 0, false],
    ["today is met", "...x", 1, false],
    ["today is not met yet, and nothing is lost", "xxx.", 3, false],
    ["every day is met", "xxxx", 4, false],
    ["one day between was missed", "xx.xx", 4, true],
    ["yesterday was missed and today is open", "xx..", 2, true],
    ["two days in a row were missed", "xx..xx", 2, false],
    ["a second day was missed in the same week", "xx.xx.xx", 4, true],
    ["a second day was missed a week later", "xx.xxxxxx.xx", 10, true],
    ["the last two days were missed", "xxx...", 0, false],
  ])("counts when %s", (_, pattern, streak, forgave) => {
    expect(findStreak(metDays(pattern), today)).toEqual({ streak, forgave });
  });
});

it.each([
  ["2026-11-20T20:00:00Z", "Asia/Kolkata", "2026-11-21"],
  ["2026-11-20T20:00:00Z", "America/New_York", "2026-11-20"],
  ["2026-03-08T07:30:00Z", "America/New_York", "2026-03-08"],
])("%s is in %s on the day %s", (instant, zone, day) => {
  expect(dayOf(new Date(instant), zone)).toBe(day);
});

it.each([
  ["2026-03-01", 1, "2026-02-28"],
  ["2026-01-01", 1, "2025-12-31"],
  ["2026-11-22", 27, "2026-10-26"],
])("the day before %s by %i is %s", (day, days, before) => {
  expect(addDays(day, -days)).toBe(before);
});
