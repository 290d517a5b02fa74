import { expect, it } from "vitest";
import { measureReport } from "./drafting/draft-report.ts";
import { withMentorScores } from "./mentor-scores.ts";
import { ran, recordOf, said } from "./records.testing.ts";

const report = measureReport({
  record: recordOf([
    said(0, "interviewer", "What is recall?", { seconds: 5 }),
    said(80, "interviewee", "A share.", { seconds: 5 }),
    ran(100, "failed", { code: "x", output: "KeyError: 'user'" }),
  ]),
  rubric: { areas: [] },
  mentorScores: [],
  earlier: [],
  now: new Date("2026-11-20T14:00:00.000Z"),
});

it.each([
  [3, ["Begin an answer with what you know", "Explain the error: KeyError: 'user'"]],
  [4, ["Explain the error: KeyError: 'user'"]],
])("with %i for communication from the mentor, the plan has %j, and the points stay", (score, titles) => {
  const scored = withMentorScores(report, {
    track: "general",
    scores: [{ area: "communication", score }],
  });
  expect(scored.plan.map(({ title }) => title)).toEqual(titles);
  expect(scored.claims).toEqual(report.claims);
  expect([scored.checked, scored.verified, scored.shown]).toEqual([2, 2, 2]);
});
