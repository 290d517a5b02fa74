import { describe, expect, it } from "vitest";
import { measureReport } from "../drafting/draft-report.ts";
import { draftScores } from "../drafting/draft-scores.ts";
import { nothingMeasured } from "../present.ts";
import { ran, recordOf, said } from "../records.testing.ts";
import { normalText } from "../verification/normal-text.ts";
import { quotableTexts } from "../verification/quotable-text.ts";
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

const input = (record = session) => ({
  record,
  rubric: {
    areas: [
      { name: "communication", label: "Communication" },
      { name: "coding", label: "Coding" },
    ],
  },
  mentorScores: [],
  earlier: [],
  now: new Date("2026-11-20T14:00:00.000Z"),
});

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
});

describe("the measured report", () => {
  it("has a claim for each fact, with evidence in the record, and no score", () => {
    const report = measureReport(input());
    expect(report.claims.map(({ text }) => text)).toEqual([
      "You spoke 71% of the words, at 120 words per minute.",
      "The longest silence was 1 min 30 s.",
      "Your first run without an error came 6 min 10 s into the interview.",
      "1 of your 2 runs ended with an error. It took 2 min 50 s from the first error to a run without one.",
      "1 question was asked.",
      "Your interviewer marked this moment as good: Named the edge case",
      "Your interviewer marked this moment to come back to",
    ]);
    expect([report.checked, report.verified, report.shown, report.scores, report.source]).toEqual([
      7,
      7,
      7,
      [],
      { kind: "measured" },
    ]);
    for (const { evidence } of report.claims) {
      for (const { itemId, quote } of evidence) {
        const item = session.items.find(({ id }) => id === itemId);
        if (item === undefined) throw new Error("a claim points at no item");
        if (quote !== "") expect(quotableTexts(item).map(normalText).join("\n")).toContain(quote);
      }
    }
    expect(report.plan.map(({ title }) => title)).toEqual([
      "Go back to the marked moment",
      "Think aloud",
      "Read the code before it runs",
    ]);
  });

  it("ends the quote of a long answer with a sentence", () => {
    const long = "We begin with five percent. ";
    const record = recordOf([said(0, "interviewee", `${long.repeat(6)}Then we stop.`)]);
    const quotes = measureReport({ ...input(), record }).claims.map(({ evidence }) => evidence[0]?.quote);
    expect(quotes).toEqual([long.repeat(5).trim()]);
  });

  it("quotes the error of a run, not the beginning of its traceback", () => {
    const output =
      'Traceback (most recent call last):\n  File "pad.py", line 3\nZeroDivisionError: division by zero\n';
    const record = recordOf([ran(60, "failed", { code: "print(1 / 0)", output })]);
    const { claims } = measureReport({ ...input(), record });
    expect(claims.map(({ evidence }) => evidence[0]?.quote)).toEqual(["ZeroDivisionError: division by zero"]);
  });

  it("of an interview without words or runs has no claim and no praise", () => {
    expect(measureReport(input(recordOf([])))).toMatchObject({ claims: [], plan: [], shown: 0 });
    const silent = recordOf([{ kind: "presence", atSeconds: 0, party: "interviewee", event: "joined" }]);
    expect(measureReport(input(silent)).claims).toEqual([]);
  });

  it("compares with earlier interviews", () => {
    const earlier = [
      { ...nothingMeasured, secondsToFirstRun: 600, talkShare: 0.4 },
      { ...nothingMeasured, secondsToFirstRun: 720 },
    ];
    const texts = measureReport({ ...input(), earlier }).claims.map(({ text }) => text);
    expect(texts).toContain("You spoke 71% of the words (earlier 40%), at 120 words per minute.");
    expect(texts).toContain(
      "Your first run without an error came 6 min 10 s into the interview (earlier 10 min, before that 12 min).",
    );
    const three = [...earlier, { ...nothingMeasured, secondsToFirstRun: 65 }];
    expect(measureReport({ ...input(), earlier: three }).claims.map(({ text }) => text)).toContain(
      "Your first run without an error came 6 min 10 s into the interview (earlier 10 min, 12 min and 1 min 5 s, newest first).",
    );
  });

  it.each([
    [["failed"], "Your only run ended with an error."],
    [["failed", "failed"], "All 2 of your runs ended with an error."],
  ] as const)("counts runs %j", (outcomes, expected) => {
    const record = recordOf(
      outcomes.map((outcome, index) => ran(60 + index, outcome, { code: "x", output: "E" })),
    );
    expect(measureReport({ ...input(), record }).claims.map(({ text }) => text)).toContain(expected);
  });

  it("says that code ran during the longest silence", () => {
    const record = recordOf([
      said(0, "interviewer", "Please write it down."),
      ran(60, "finished", { code: "print(1)", output: "1" }),
      said(120, "interviewee", "It prints one."),
    ]);
    expect(measureReport({ ...input(), record }).claims.map(({ text }) => text)).toContain(
      "The longest silence was 1 min 58 s. You ran code during it.",
    );
  });
});

describe("draft scores", () => {
  const claims = (count: number) =>
    Array.from({ length: count }, () => ({ area: "coding", kind: "strength" as const }));
  const runs = (...scores: number[]) => scores.map((score) => [{ area: "coding", score }]);
  it.each([
    ["are the median of three runs", claims(2), runs(5, 2, 4), { median: 4, spread: 3, note: "" }],
    ["of two runs lie between them", claims(2), runs(3, 4), { median: 3.5, spread: 1, note: "" }],
    [
      "need two claims",
      claims(1),
      runs(5, 5, 5),
      { median: null, spread: null, note: "not enough evidence" },
    ],
    ["need two runs", claims(3), runs(5), { median: null, spread: null, note: "not enough evidence" }],
  ])("%s", (_, standing, scored, expected) => {
    expect(draftScores([{ name: "coding" }], standing, scored)).toEqual([{ area: "coding", ...expected }]);
  });
});
