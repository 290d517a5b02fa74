import { expect, it } from "vitest";
import { formatAge } from "./format-age.ts";

const now = new Date("2026-11-22T12:00:00Z");

it.each([
  ["2026-11-22T12:00:30Z", "0 min"],
  ["2026-11-22T11:01:00Z", "59 min"],
  ["2026-11-22T11:00:00Z", "1 h"],
  ["2026-11-20T12:01:00Z", "47 h"],
  ["2026-11-20T12:00:00Z", "2 d"],
])("%s is %s ago", (since, age) => {
  expect(formatAge(new Date(since), now)).toBe(age);
});
