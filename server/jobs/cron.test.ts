import { expect, it } from "vitest";
import { isDueBetween } from "./cron.ts";

it.each([
  ["* * * * *", "2026-11-20T06:29:59.9Z", "2026-11-20T06:30:00.1Z", true],
  ["* * * * *", "2026-11-20T06:30:00.1Z", "2026-11-20T06:30:59.9Z", false],
  ["17 * * * *", "2026-11-20T06:16:30Z", "2026-11-20T06:17:00Z", true],
  ["17 * * * *", "2026-11-20T06:17:00Z", "2026-11-20T06:18:00Z", false],
  ["41 3 * * *", "2026-11-20T03:40:00Z", "2026-11-20T03:41:20Z", true],
  ["41 3 * * *", "2026-11-20T04:40:00Z", "2026-11-20T04:41:00Z", false],
  // No server ran for some hours, or for years.
  ["41 3 * * *", "2026-11-20T02:00:00Z", "2026-11-20T09:00:00Z", true],
  ["41 3 * * *", "2026-11-20T04:00:00Z", "2026-11-20T09:00:00Z", false],
  ["41 3 * * *", "1970-01-01T00:00:00Z", "2026-11-20T00:00:00Z", true],
])("%s is due between %s and %s: %s", (expression, since, until, isDue) => {
  expect(isDueBetween(expression, new Date(since), new Date(until))).toBe(isDue);
});

it.each(["60 * * * *", "* 24 * * *", "*/5 * * * *", "0 0 1 * *", "* * * *", ""])(
  "refuses %j",
  (expression) => {
    expect(() => isDueBetween(expression, new Date(0), new Date(0))).toThrow("not a minute and an hour");
  },
);
