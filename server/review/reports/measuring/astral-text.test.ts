import { expect, it } from "vitest";
import { measureReport } from "../drafting/draft-report.ts";
import { type ItemInput, ran, recordOf, said } from "../records.testing.ts";

const mark = (note: string): ItemInput => {
  return { kind: "mark", atSeconds: 20, party: "interviewer", label: "come_back", note };
};

// PostgreSQL's jsonb refuses half of a character, so such a report could never be stored.
it.each<[string, ItemInput[]]>([
  ["output without spaces", [ran(100, "finished", { code: "", output: `x${"😀".repeat(100)}` })]],
  ["an error", [ran(100, "failed", { code: "", output: `Traceback\nAssertionError: ${"😀".repeat(50)}` })]],
  [
    "an error after one letter",
    [ran(100, "failed", { code: "", output: `ValueError: x${"😀".repeat(50)}` })],
  ],
  ["a mark's line", [said(10, "interviewee", "hello there"), mark("🔥".repeat(140))]],
  ["a mark's line after one letter", [said(10, "interviewee", "hello there"), mark(`x${"🔥".repeat(139)}`)]],
])("does not cut a character of %s in two", (_, items) => {
  const report = measureReport({
    record: recordOf(items),
    rubric: { areas: [{ name: "coding", label: "Coding" }] },
    mentorScores: [],
    earlier: [],
    now: new Date("2026-11-20T14:00:00.000Z"),
  });
  expect(JSON.stringify(report)).not.toMatch(/\\ud[89a-f]/);
});
