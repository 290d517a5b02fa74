import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { describe, expect, it } from "vitest";
import { ran, recordOf, said } from "../records.testing.ts";
import { measure } from "./measure.ts";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

const session = recordOf([
  said(0, "interviewer", words(20)),
  said(20, "interviewee", words(100)),
  said(160, "interviewer", words(20)),
  ran(200, "failed", { code: "", output: "Traceback\nZeroDivisionError: division by zero" }),
  ran(370, "finished", { code: "", output: "0.67" }),
  { kind: "question", atSeconds: 10, party: "interviewer", questionId: null, title: "Two sum", prompt: "" },
  { kind: "mark", atSeconds: 380, party: "interviewer", label: "good", note: "Named the edge case" },
  { kind: "mark", atSeconds: 390, party: "interviewer", label: "come_back", note: "" },
]);

describe("what is measured", () => {
  it("counts shares, pace, silence, runs, questions and marks", () => {
    expect(measure(session, [])).toEqual({
      talkShare: 0.71,
      pace: 120,
      longestSilenceSeconds: 90,
      secondsToFirstRun: 370,
      runs: 2,
      failedRuns: 1,
      questionsCovered: 1,
      marksGood: 1,
      marksComeBack: 1,
      mentorScores: [],
    });
  });

  it("of an empty record is unknown, not zero", () => {
    expect(measure(recordOf([]), [])).toEqual(nothingMeasured);
  });

  it("does not count silence during a long utterance while the other party speaks", () => {
    const overlapping = recordOf([
      said(0, "interviewee", words(120)),
      said(10, "interviewer", "Go on please"),
      said(65, "interviewer", "Thank you very much"),
    ]);
    expect(measure(overlapping, []).longestSilenceSeconds).toBe(5);
  });

  it("of a few words has no pace", () => {
    expect(measure(recordOf([said(0, "interviewee", "Hello there")]), []).pace).toBeNull();
  });

  it("leaves words without a duration out of the pace", () => {
    const record = recordOf([
      said(0, "interviewee", words(60), { seconds: 30 }),
      said(40, "interviewee", words(60), { seconds: 0 }),
    ]);
    expect(measure(record, []).pace).toBe(120);
  });
});
